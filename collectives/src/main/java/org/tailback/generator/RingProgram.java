package org.tailback.generator;

import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * Ranks in a ring that compute and pass a message on: in every iteration rank r computes, posts a receive from r - 1,
 * sends to r + 1 (both modulo P) and waits for both. With one rank the message is to itself. Cannot deadlock: no rank
 * waits before it has posted both sides.
 *
 * @param ranks P >= 1
 * @param iterations >= 0
 * @param bytes size of every message, >= 0
 * @param computeSeconds computation per iteration, seconds, finite, >= 0
 */
record RingProgram(int ranks, long iterations, long bytes, double computeSeconds) implements ParallelProgram {
    private static final int[] BOTH = {0, 1};

    public RingProgram {
        Checks.iterated(ranks, iterations, bytes, computeSeconds);
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks);
        return new SteppedProgram(iterations, (step, sink) -> {
            sink.compute(computeSeconds);
            sink.irecv(0, (rank + ranks - 1) % ranks, 0, bytes);
            sink.isend(1, (rank + 1) % ranks, 0, bytes);
            sink.awaitAll(BOTH, 2);
        });
    }
}
