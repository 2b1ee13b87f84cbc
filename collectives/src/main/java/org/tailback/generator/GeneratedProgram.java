package org.tailback.generator;

import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * A program that is a rule, not a list: a number of ranks that send messages of one nominal size. Its public methods
 * are not final, so that the compiler makes them methods of the public classes too.
 */
abstract class GeneratedProgram implements ParallelProgram {
    final int ranks;
    final long bytes;

    /**
     * @param ranks P >= 1
     * @param bytes >= 0
     */
    GeneratedProgram(int ranks, long bytes) {
        this.ranks = Checks.ranks(ranks, 1);
        this.bytes = Checks.size(bytes);
    }

    abstract Program programOf(int rank);

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks);
        return programOf(rank);
    }
}
