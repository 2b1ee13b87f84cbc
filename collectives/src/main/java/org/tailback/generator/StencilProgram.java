package org.tailback.generator;

import java.util.ArrayList;
import java.util.List;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;

/**
 * Programs of iterations on a grid of cells that is divided into chunks ({@link GridOfRanks}): halo exchanges with up
 * to four neighbours, computation by cell, and all-reduces of 8 bytes. A message contains the layers of all fields: 8 *
 * fields * depth * (edge + 2 * depth) bytes. Sends and receives of one layer are posted in all directions before their
 * waits. Deeper halos complete in x before the exchange in y begins, because messages in y contain the corners. Packing
 * and unpacking a message takes processor time.
 */
final class StencilProgram {
    private static final int[] REQUESTS = {0, 1, 2, 3, 4, 5, 6, 7};
    private static final CollectiveCall REDUCTION = CollectiveCall.uniform(Kind.ALLREDUCE, 0, Double.BYTES);

    /**
     * Work of all ranks in an iteration.
     *
     * @param secondsPerCell computation of a cell, seconds, finite, >= 0
     * @param packingPerMessage seconds to pack a message, and to unpack it, finite, >= 0
     * @param packingPerCell additional seconds for each cell of a field, finite, >= 0
     */
    record Work(double secondsPerCell, double packingPerMessage, double packingPerCell) {}

    /** A phase of an iteration: an exchange unless there are no fields, computation, and optionally an all-reduce. */
    private record Phase(int fields, int depth, double share, boolean reduces) {}

    private final GridOfRanks grid;
    private final Work work;

    private StencilProgram(GridOfRanks grid, Work work) {
        this.grid = grid;
        this.work = work;
    }

    /**
     * Returns conjugate gradients as in TeaLeaf: each iteration exchanges one layer of one field and computes in
     * reductions + 1 equal parts, with an all-reduce after each part except the last.
     *
     * @param iterations number of iterations, >= 0
     * @param reductions number of all-reduces per iteration, >= 0
     */
    static ParallelProgram conjugateGradients(GridOfRanks grid, long iterations, Work work, int reductions) {
        List<Phase> phases = new ArrayList<>();
        for (int i = 0; i <= reductions; i++) {
            phases.add(new Phase(i == 0 ? 1 : 0, 1, 1.0 / (reductions + 1), i < reductions));
        }
        return new StencilProgram(grid, work).iterating(iterations, phases);
    }

    /**
     * Returns steps of explicit hydrodynamics as in CloverLeaf: halo exchanges of several fields, each followed by an
     * equal part of the computation, and an all-reduce that determines the length of the next step.
     *
     * @param steps number of steps, >= 0
     * @param exchanges number of exchanges per step, >= 1
     * @param fields number of fields in each exchange, >= 1
     * @param depth number of layers of cells, >= 1
     */
    static ParallelProgram hydrodynamics(
            GridOfRanks grid, long steps, Work work, int exchanges, int fields, int depth) {
        List<Phase> phases = new ArrayList<>();
        for (int i = 1; i <= exchanges; i++) {
            phases.add(new Phase(fields, depth, 1.0 / exchanges, i == exchanges));
        }
        return new StencilProgram(grid, work).iterating(steps, phases);
    }

    private ParallelProgram iterating(long iterations, List<Phase> phases) {
        return new GeneratedProgram(grid.ranks(), Math.multiplyExact(iterations, phases.size()), rank -> {
            double ofCells = work.secondsPerCell * grid.across(rank) * grid.down(rank);
            return (step, sink) -> {
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
            };
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
                double packing = work.packingPerMessage + work.packingPerCell * bytes / Double.BYTES;
                if (packing > 0) {
                    sink.compute(packing);
                    unpacking += packing;
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
