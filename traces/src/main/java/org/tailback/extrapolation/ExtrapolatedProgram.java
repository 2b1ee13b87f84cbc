package org.tailback.extrapolation;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * The classes of a program with their laws; operations of a rank are made while it runs.
 *
 * @param partition which class a rank is in
 * @param grid all ranks
 * @param classes programs by class
 * @param approximations what is not exact
 */
record ExtrapolatedProgram(
        Partition partition, Grid grid, ImmutableMap<String, ClassProgram> classes, ImmutableList<String> approximations)
        implements ParallelProgram {
    @Override
    public int ranks() {
        return grid.ranks();
    }

    @Override
    public Program open(int rank) {
        ClassProgram program = java.util.Objects.requireNonNull(classes.get(partition.classOf(grid, rank)));
        return new RankCursor(program, grid, rank);
    }

    @Override
    public boolean callsKernels() {
        return classes.values().stream()
                .map(ClassProgram::text)
                .map(Text::types)
                .flatMap(List::stream)
                .anyMatch(type -> type.kind() == Event.Kind.KERNEL);
    }
}
