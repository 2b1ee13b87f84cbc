package org.tailback.generator;

import java.util.function.IntFunction;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * A program whose ranks all have the same number of steps.
 *
 * @param ranks number of ranks, P >= 1
 * @param steps number of steps of each rank, >= 0
 * @param bodies steps by rank, made when the rank is opened
 */
record GeneratedProgram(int ranks, long steps, IntFunction<SteppedProgram.Step> bodies) implements ParallelProgram {
    @Override
    public Program open(int rank) {
        return new SteppedProgram(steps, bodies.apply(Checks.rank(rank, ranks)));
    }
}
