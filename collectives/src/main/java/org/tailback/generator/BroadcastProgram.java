package org.tailback.generator;

import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * The binomial-tree broadcast from rank 0: in round k the ranks below 2^k send to the rank 2^k above them. A rank r > 0
 * first receives from r without its highest bit; then it sends to r + 2^k for all 2^k > r, one after the other. Each
 * iteration computes first. All messages have tag 0.
 *
 * <p>Reference: R. Thakur, R. Rabenseifner, W. Gropp: Optimization of Collective Communication Operations in MPICH,
 * IJHPCA 19(1), 2005, section 4.2; the tree is counted from the lowest bit here.
 *
 * @param ranks P, 1 to 2^30
 * @param iterations >= 0
 * @param bytes size of every message, >= 0
 * @param computeSeconds computation per iteration, seconds, finite, >= 0
 */
record BroadcastProgram(int ranks, long iterations, long bytes, double computeSeconds) implements ParallelProgram {
    public BroadcastProgram {
        Checks.iterated(ranks, iterations, bytes, computeSeconds);
        Checks.rounds(ranks);
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks);
        int rounds = Checks.rounds(ranks);
        int highest = Integer.highestOneBit(rank);
        int firstRound = 32 - Integer.numberOfLeadingZeros(rank);
        return new SteppedProgram(iterations, (step, sink) -> {
            sink.compute(computeSeconds);
            if (rank > 0) {
                sink.recv(rank - highest, 0, bytes);
            }
            for (int round = firstRound; round < rounds && 1 << round < ranks - rank; round++) {
                sink.send(rank + (1 << round), 0, bytes);
            }
        });
    }
}
