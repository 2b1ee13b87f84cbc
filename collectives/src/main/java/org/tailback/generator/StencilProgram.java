package org.tailback.generator;

import java.util.ArrayList;
import java.util.List;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * Iterations on a grid of cells that is cut into chunks ({@link GridOfRanks}): halo exchanges with up to four
 * neighbours, computation by cell, and all-reduces of 8 bytes. A message has the layers of all fields: 8 * fields *
 * depth * (edge + 2 * depth) bytes. Sends and receives of one layer are posted in all directions before their waits;
 * deeper halos complete in x before those in y begin, for the corners. Packing and unpacking a message takes
 * processor time.
 */
final class StencilProgram implements ParallelProgram {
    private static final int[] REQUESTS = {0, 1, 2, 3, 4, 5, 6, 7};
    private static final CollectiveCall REDUCTION = CollectiveCall.uniform(Kind.ALLREDUCE, 0, Double.BYTES);

    private final GridOfRanks grid;
    private final long iterations;
    private final double secondsPerCell;
    private final Packing packing;
    private final List<Phase> phases;

    /**
     * Processor time of packing a message and of unpacking one.
     *
     * @param perMessage seconds, finite, >= 0
     * @param perCell seconds for a cell of a field, finite, >= 0
     */
    public record Packing(double perMessage, double perCell) {
        /** Packing that takes no time. */
        public static final Packing FREE = new Packing(0, 0);

        /** @throws org.tailback.error.InputException if a time is out of its domain */
        public Packing {
            Checks.seconds(perMessage);
            Checks.seconds(perCell);
        }

        private boolean isFree() {
            return perMessage == 0 && perCell == 0;
        }
    }

    /** A part of an iteration: an exchange unless there are no fields, computation, and maybe an all-reduce. */
    private record Phase(int fields, int depth, double share, boolean reduces) {}

    private StencilProgram(
            GridOfRanks grid, long iterations, double secondsPerCell, Packing packing, List<Phase> phases) {
        this.grid = grid;
        this.iterations = Checks.iterations(iterations);
        this.secondsPerCell = Checks.seconds(secondsPerCell);
        this.packing = packing;
        this.phases = phases;
    }

    /**
     * Returns conjugate gradients as in TeaLeaf: each iteration exchanges one layer of one field and computes in
     * reductions + 1 equal parts, with an all-reduce after each except the last.
     *
     * @param iterations >= 0
     * @param secondsPerCell computation of a cell in an iteration, seconds, finite, >= 0
     * @param reductions all-reduces per iteration, >= 0
     */
    public static StencilProgram conjugateGradients(
            GridOfRanks grid, long iterations, double secondsPerCell, Packing packing, int reductions) {
        List<Phase> phases = new ArrayList<>();
        for (int i = 0; i <= reductions; i++) {
            phases.add(new Phase(i == 0 ? 1 : 0, 1, 1.0 / (reductions + 1), i < reductions));
        }
        return new StencilProgram(grid, iterations, secondsPerCell, packing, phases);
    }

    /**
     * Returns steps of explicit hydrodynamics as in CloverLeaf: halo exchanges of several fields, each followed
     * by an equal part of the computation, and an all-reduce for the length of the next step.
     *
     * @param steps >= 0
     * @param secondsPerCell computation of a cell in a step, seconds, finite, >= 0
     * @param exchanges per step, >= 1
     * @param fields in each exchange, >= 1
     * @param depth layers of cells, >= 1
     */
    public static StencilProgram hydrodynamics(
            GridOfRanks grid,
            long steps,
            double secondsPerCell,
            Packing packing,
            int exchanges,
            int fields,
            int depth) {
        List<Phase> phases = new ArrayList<>();
        for (int i = 1; i <= exchanges; i++) {
            phases.add(new Phase(fields, depth, 1.0 / exchanges, i == exchanges));
        }
        return new StencilProgram(grid, steps, secondsPerCell, packing, phases);
    }

    @Override
    public int ranks() {
        return grid.ranks();
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks());
        double ofCells = secondsPerCell * grid.across(rank) * grid.down(rank);
        return new SteppedProgram(Math.multiplyExact(iterations, phases.size()), (step, sink) -> {
            Phase phase = phases.get((int) (step % phases.size()));
            if (phase.fields > 0 && phase.depth == 1) {
                exchange(rank, phase, 0, 3, sink);
            } else if (phase.fields > 0) {
                exchange(rank, phase, 0, 1, sink);
                exchange(rank, phase, 2, 3, sink);
            }
            sink.compute(ofCells * phase.share);
            if (phase.reduces) {
                sink.collective(REDUCTION);
            }
        });
    }

    private void exchange(int rank, Phase phase, int first, int last, OperationSink sink) {
        int open = 0;
        double unpacking = 0;
        for (int direction = first; direction <= last; direction++) {
            int neighbour = grid.neighbour(rank, direction);
            if (neighbour >= 0) {
                int edge = direction < 2 ? grid.down(rank) : grid.across(rank);
                long bytes = 8L * phase.fields * phase.depth * (edge + 2L * phase.depth);
                if (!packing.isFree()) {
                    double seconds = packing.perMessage + packing.perCell * bytes / Double.BYTES;
                    sink.compute(seconds);
                    unpacking += seconds;
                }
                // a message sent to the left is received from the right
                sink.isend(open++, neighbour, direction, bytes);
                sink.irecv(open++, neighbour, direction ^ 1, bytes);
            }
        }
        if (open > 0) {
            sink.awaitAll(REQUESTS, open);
        }
        if (unpacking > 0) {
            sink.compute(unpacking);
        }
    }
}
