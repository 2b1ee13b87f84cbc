package org.tailback.generator;

import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * Ranks in a ring that compute and pass a message on: in every iteration rank r computes, posts a receive from r - 1, sends
 * to r + 1 (both modulo P) and waits for both. With one rank the message goes to itself. Cannot deadlock: no rank waits
 * before it has posted both sides.
 */
public final class RingProgram implements ParallelProgram {
    private static final int[] BOTH = {0, 1};

    private final int ranks;
    private final long iterations;
    private final long bytes;
    private final double computeSeconds;

    /**
     * @param ranks P >= 1
     * @param iterations >= 0
     * @param bytes size of every message, >= 0
     * @param computeSeconds computation per iteration, seconds, finite, >= 0
     */
    public RingProgram(int ranks, long iterations, long bytes, double computeSeconds) {
        this.ranks = Checks.ranks(ranks, 1);
        this.iterations = Checks.iterations(iterations);
        this.bytes = Checks.size(bytes);
        this.computeSeconds = Checks.seconds(computeSeconds);
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks);
        return new SteppedProgram(iterations) {
            @Override
            protected void step(long step, OperationSink sink) {
                sink.compute(computeSeconds);
                sink.irecv(0, (rank + ranks - 1) % ranks, 0, bytes);
                sink.isend(1, (rank + 1) % ranks, 0, bytes);
                sink.awaitAll(BOTH, 2);
            }
        };
    }
}
