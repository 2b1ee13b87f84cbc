package org.tailback.generator;

import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * The dissemination barrier: in round k = 0 to ceil(log2 P) - 1 rank r receives from r - 2^k and sends to r + 2^k
 * (modulo P) and waits for both. Each iteration computes first. All messages have tag 0.
 *
 * <p>Reference: D. Hensgen, R. Finkel, U. Manber: Two Algorithms for Barrier Synchronization, IJPP 17(1), 1988.
 *
 * @param ranks P, 1 to 2^30
 * @param iterations >= 0
 * @param bytes size of every message, >= 0
 * @param computeSeconds computation per iteration, seconds, finite, >= 0
 */
record DisseminationProgram(int ranks, long iterations, long bytes, double computeSeconds) implements ParallelProgram {
    private static final int[] BOTH = {0, 1};

    public DisseminationProgram {
        Checks.iterated(ranks, iterations, bytes, computeSeconds);
        Checks.rounds(ranks);
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks);
        int rounds = Checks.rounds(ranks);
        return new SteppedProgram(iterations, (step, sink) -> {
            sink.compute(computeSeconds);
            for (int round = 0; round < rounds; round++) {
                int distance = 1 << round;
                sink.irecv(0, Math.floorMod(rank - distance, ranks), 0, bytes);
                sink.isend(1, (int) (((long) rank + distance) % ranks), 0, bytes);
                sink.awaitAll(BOTH, 2);
            }
        });
    }
}
