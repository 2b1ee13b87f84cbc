package org.tailback.generator;

import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * The pairwise all-to-all exchange for any number of ranks. Each iteration computes, and then in step s = 1 to P - 1
 * rank r receives from r - s and sends to r + s (modulo P) and waits for both, so that each rank has one message in
 * each direction at a time. All messages have tag 0.
 *
 * <p>Reference: R. Thakur, R. Rabenseifner, W. Gropp: Optimization of Collective Communication Operations in MPICH,
 * IJHPCA 19(1), 2005, section 4.3.
 *
 * @param ranks P, 1 to 2^30
 * @param bytes size of the message from each rank to each other, >= 0
 * @param iterations number of all-to-alls, >= 0
 * @param computeSeconds computation before each, seconds, finite, >= 0; 0 for none
 */
record PairwiseAlltoall(int ranks, long bytes, long iterations, double computeSeconds) implements ParallelProgram {
    private static final int[] BOTH = {0, 1};

    public PairwiseAlltoall {
        Checks.iterated(ranks, iterations, bytes, computeSeconds);
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks);
        int computations = computeSeconds > 0 ? 1 : 0;
        long steps = ranks - 1L + computations;
        return new SteppedProgram(Math.multiplyExact(iterations, steps), (step, sink) -> {
            int distance = (int) (step % steps) + 1 - computations;
            if (distance == 0) {
                sink.compute(computeSeconds);
                return;
            }
            sink.irecv(0, Math.floorMod(rank - distance, ranks), 0, bytes);
            sink.isend(1, (int) (((long) rank + distance) % ranks), 0, bytes);
            sink.awaitAll(BOTH, 2);
        });
    }
}
