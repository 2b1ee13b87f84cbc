package org.tailback.generator;

import java.util.function.IntFunction;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;

/**
 * Parameters of programs in which all ranks repeat a computation and an exchange.
 *
 * @param ranks number of ranks, P >= 1
 * @param iterations number of iterations, >= 0
 * @param bytes size of every message, >= 0
 * @param computeSeconds computation per iteration, seconds, finite, >= 0
 */
record IteratedExchange(int ranks, long iterations, long bytes, double computeSeconds) {
    private static final int[] BOTH = {0, 1};

    /**
     * Creates the parameters.
     *
     * @throws org.tailback.error.InputException if a value is out of its domain
     */
    IteratedExchange {
        Checks.ranks(ranks);
        Checks.size(bytes);
        Checks.iterations(iterations);
        Checks.seconds(computeSeconds);
    }

    /**
     * Returns a program of these ranks and iterations.
     *
     * @param stepsEach number of steps of an iteration, >= 0
     */
    ParallelProgram program(long stepsEach, IntFunction<SteppedProgram.Step> bodies) {
        return new GeneratedProgram(ranks, Math.multiplyExact(iterations, stepsEach), bodies);
    }

    /** Receives from the rank at a distance before a rank, sends to the rank at that distance after it, and waits. */
    void shift(int rank, int distance, OperationSink sink) {
        sink.irecv(0, Math.floorMod(rank - distance, ranks), 0, bytes);
        sink.isend(1, (int) (((long) rank + distance) % ranks), 0, bytes);
        sink.awaitAll(BOTH, 2);
    }
}
