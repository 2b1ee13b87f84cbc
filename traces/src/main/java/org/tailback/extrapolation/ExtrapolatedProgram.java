package org.tailback.extrapolation;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.stability.Beta;

/**
 * Program on a number of ranks for which no recording exists. It consists of the folded program of each class of ranks
 * with its laws. Operations are generated while they are performed. Memory O(classes x operations of a rank).
 */
@Beta
public final class ExtrapolatedProgram implements ParallelProgram {
    private final Partition partition;
    private final Grid grid;
    private final ImmutableMap<String, ClassProgram> classes;
    private final ImmutableList<String> approximations;

    ExtrapolatedProgram(
            Partition partition,
            Grid grid,
            ImmutableMap<String, ClassProgram> classes,
            ImmutableList<String> approximations) {
        this.partition = partition;
        this.grid = grid;
        this.classes = classes;
        this.approximations = approximations;
    }

    /**
     * Class of ranks.
     *
     * @param name description of the position of the ranks
     * @param ranks number of ranks, >= 1
     * @param operations number of operations in the program text of the class, without repetitions by loops
     * @param laws laws that depend on the number of ranks, one line per law: operation, number, law
     */
    public record RankClass(String name, int ranks, int operations, ImmutableList<String> laws) {}

    @Override
    public int ranks() {
        return grid.ranks();
    }

    @Override
    public Program open(int rank) {
        return new RankCursor(Objects.requireNonNull(classes.get(partition.classOf(grid, rank))), grid, rank);
    }

    @Override
    public List<String> approximations() {
        return approximations;
    }

    @Override
    public boolean callsKernels() {
        return classes.values().stream()
                .map(ClassProgram::text)
                .map(Text::types)
                .flatMap(List::stream)
                .anyMatch(type -> type.kind() == Event.Kind.KERNEL);
    }

    /** Returns the sides of the grid of ranks to which the classes refer, such as {@code 8 x 4}. */
    public String sides() {
        return grid.toString();
    }

    /** Returns the classes of ranks. Takes time O(ranks). */
    public List<RankClass> classes() {
        TreeMap<String, int[]> members = partition.classes(grid.ranks());
        return members.entrySet().stream()
                .map(each -> {
                    ClassProgram program = Objects.requireNonNull(classes.get(each.getKey()));
                    return new RankClass(
                            each.getKey(),
                            each.getValue().length,
                            program.text().types().size() - 1,
                            program.lawsInWords());
                })
                .toList();
    }

    /** Returns whether a partner or a communicator depends on a grid with several sides. */
    boolean usesGrid() {
        return partition.family().dimensions() > 1 || classes.values().stream().anyMatch(ClassProgram::usesGrid);
    }
}
