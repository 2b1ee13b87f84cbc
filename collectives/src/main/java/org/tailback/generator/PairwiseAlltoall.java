package org.tailback.generator;

import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * The pairwise all-to-all exchange for any number of ranks: in step s = 1 to P - 1 rank r receives from r - s and sends
 * to r + s (modulo P) and waits for both, so that each rank has one message in each direction at a time. All messages
 * have tag 0.
 *
 * <p>Reference: R. Thakur, R. Rabenseifner, W. Gropp: Optimization of Collective Communication Operations in MPICH,
 * IJHPCA 19(1), 2005, section 4.3.
 *
 * @param ranks P, 1 to 2^30
 * @param bytes what each rank sends to each other, >= 0
 */
public record PairwiseAlltoall(int ranks, long bytes) implements ParallelProgram {
    private static final int[] BOTH = {0, 1};

    public PairwiseAlltoall {
        Checks.ranks(ranks, 1);
        Checks.size(bytes);
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks);
        return new SteppedProgram(ranks - 1L, (step, sink) -> {
            int distance = (int) step + 1;
            sink.irecv(0, Math.floorMod(rank - distance, ranks), 0, bytes);
            sink.isend(1, (int) (((long) rank + distance) % ranks), 0, bytes);
            sink.awaitAll(BOTH, 2);
        });
    }
}
