package org.tailback.extrapolation;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tailback.error.InputException;
import org.tailback.program.ParallelProgram;

/**
 * The program of a code on more ranks than it was recorded on.
 *
 * <pre>{@code
 * ParallelProgram on4096 = new Extrapolation()
 *         .recording("16", trace16)
 *         .recording("64", trace64)
 *         .recording("256", trace256)
 *         .on(4096);
 * }</pre>
 *
 * <p>The operations, their order, partners, tags, roots and sizes are what the code itself would perform, or the
 * extrapolation is refused. Ranks are divided into classes by their place in a grid (none, rank 0, first, inner and last
 * along one, two or three sides). The operations of a class are folded into loops. Every number is then a law of a stated
 * family: a constant, or one or two terms in the number of ranks P, a side of the grid, their inverses, squares and
 * logarithms, and the iteration. Partners are a fixed rank, a distance in the order of ranks, bits that differ, a neighbour
 * or a distance along a side of a grid, or the transposed rank. The simplest laws that explain every operation of every
 * recording exactly are taken. Where several equally simple ones differ on the wanted number of ranks, the extrapolation
 * is refused, with what was seen.
 *
 * <p>Computation is the exception: its times are noisy, so a law is fitted to them; see {@link ParallelProgram#approximations} of
 * the result. Memory: all recordings while laws are searched, then O(classes x operations of the folded program).
 */
public final class Extrapolation {
    private final TreeMap<Integer, Recording> recordings = new TreeMap<>();

    /**
     * Adds a recording.
     *
     * @param name for messages
     * @param program read whole, now
     * @return this
     * @throws InputException if there is one of the same number of ranks, or it holds operations whose number or outcome
     *     depends on timing or on data
     */
    public Extrapolation recording(String name, ParallelProgram program) {
        if (recordings.containsKey(program.ranks())) {
            throw new InputException(name + ": has " + program.ranks() + " ranks, as "
                    + recordings.get(program.ranks()).name() + " has. Give recordings of different numbers of ranks");
        }
        recordings.put(program.ranks(), Recording.of(name, program));
        return this;
    }

    /**
     * Returns the program on a number of ranks.
     *
     * @param ranks >= 1
     * @throws InputException if there are fewer than two recordings, no laws explain them, several do that differ on this
     *     number of ranks, or the code does not run on it
     */
    public ParallelProgram on(int ranks) {
        if (recordings.size() < 2) {
            throw new InputException("extrapolation needs recordings of at least two numbers of ranks, found "
                    + recordings.size() + ". Record the code on another number");
        }
        checkFamily(ranks);
        LawNotFound telling = null;
        for (Partition partition : Partition.all()) {
            for (List<Term> sizes : sizes(partition)) {
                for (boolean withRoot : new boolean[] {false, true}) {
                    try {
                        return on(ranks, new Search(partition, sizes, withRoot, new Evidence()));
                    } catch (LawNotFound e) {
                        telling = telling == null || e.progress() > telling.progress() ? e : telling;
                    } catch (Undecided e) {
                        throw new InputException(names() + ": " + e.text());
                    }
                }
            }
        }
        throw new InputException(names() + ": cannot be extrapolated: " + (telling == null ? "" : telling.text())
                + ". Give recordings of more numbers of ranks, or record the code on " + ranks);
    }

    /**
     * Returns the functions of the number of ranks that sizes and counts may follow: first none, if the recordings would
     * show that they follow one because every side of the grid changes, then all.
     */
    private List<List<Term>> sizes(Partition partition) {
        List<Term> all = Term.ofSize(partition.family().dimensions());
        for (int d = 0; d < partition.family().dimensions(); d++) {
            int dimension = d;
            long lengths = recordings.keySet().stream()
                    .map(ranks -> partition.family().of(ranks).sides()[dimension])
                    .distinct()
                    .count();
            if (lengths == 1) {
                return List.of(all);
            }
        }
        return List.of(List.of(), all);
    }

    private String names() {
        return recordings.values().stream().map(Recording::name).collect(Collectors.joining(", "));
    }

    private void checkFamily(int ranks) {
        List<GridFamily.Numbers> families = GridFamily.Numbers.of(recordings.keySet());
        if (!families.stream().allMatch(each -> each.holds(ranks))) {
            String words = families.stream().map(GridFamily.Numbers::words).collect(Collectors.joining(" and "));
            throw new InputException(names() + ": recorded on " + recordings.keySet() + " ranks, which are " + words + "; "
                    + ranks + " is not"
                    + GridFamily.next(families, ranks)
                            .map(next -> ". The next number of ranks that is: " + next)
                            .orElse(""));
        }
    }

    private ParallelProgram on(int ranks, Search search) {
        Partition partition = search.partition();
        Map<String, List<Columns>> byClass = new LinkedHashMap<>();
        for (Recording recording : recordings.values()) {
            partition.classes(recording.ranks()).forEach((name, members) -> byClass
                    .computeIfAbsent(name, fresh -> new ArrayList<>())
                    .add(Columns.of(recording, members, name)));
        }
        Grid grid = partition.family().of(ranks);
        Computation computation = Computation.of(List.copyOf(recordings.values()));
        Map<String, int[]> wanted = partition.classes(ranks);
        // classes that were recorded most often are evidence for others
        List<String> names = new ArrayList<>(byClass.keySet());
        names.sort(Comparator.comparing((String name) -> -byClass.get(name).size())
                .thenComparing(Comparator.naturalOrder()));
        Map<String, ClassProgram> programs = new LinkedHashMap<>();
        for (String name : names) {
            if (wanted.containsKey(name)) {
                programs.put(
                        name, ClassProgram.of(name, byClass.get(name), grid, search, wanted.get(name), computation));
            }
        }
        for (String name : wanted.keySet()) {
            if (!byClass.containsKey(name)) {
                throw new Undecided("no recording has a rank that is '" + name + "' (" + grid + "), as there are on "
                        + ranks + ". Record the code on more ranks");
            }
        }
        return new ExtrapolatedProgram(partition, grid, ImmutableMap.copyOf(programs), warnings(computation));
    }

    private ImmutableList<String> warnings(Computation computation) {
        return ImmutableList.of("operations are extrapolated from recordings on "
                + recordings.keySet().stream().map(String::valueOf).collect(Collectors.joining(", ")) + " ranks; "
                + computation.inWords());
    }
}
