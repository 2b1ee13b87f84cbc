package org.tailback.benchmarks.reading;

import org.tailback.generator.SteppedProgram;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * A ring in which every step computes and exchanges with both neighbours: nine operations, with sizes and times of all
 * lengths.
 */
final class Exchanges implements ParallelProgram {
    static final int OPERATIONS_PER_STEP = 9;

    private final int ranks;
    private final int steps;

    Exchanges(int ranks, int steps) {
        this.ranks = ranks;
        this.steps = steps;
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public Program open(int rank) {
        int left = (rank + ranks - 1) % ranks;
        int right = (rank + 1) % ranks;
        return new SteppedProgram(steps, (step, sink) -> {
            long bytes = 1L << step % 21;
            sink.compute(1e-9 * (step * 7919 % 1_000_003));
            sink.irecv(0, left, 1, bytes);
            sink.irecv(1, right, 2, bytes);
            sink.isend(2, right, 1, bytes);
            sink.isend(3, left, 2, bytes);
            for (int request = 0; request < 4; request++) {
                sink.await(request);
            }
        });
    }
}
