package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Selector of one well-known algorithm per operation, independent of the size and the number of ranks: trees for
 * operations with a root, recursive doubling for reductions to all, dissemination for the barrier, a ring for
 * allgather, pairwise exchange for all-to-all and reduce-scatter, and linear algorithms for all other operations, in
 * particular gatherv and scatterv, whose sizes are available at the root only.
 */
public final class BasicSelector extends NamedSelector {
    @Override
    public String name() {
        return "basic";
    }

    @Override
    String choose(CollectiveCall call, int ranks) {
        return switch (call.kind()) {
            case BARRIER -> "dissemination";
            case BCAST, REDUCE, GATHER, SCATTER -> "binomial";
            case ALLREDUCE, SCAN, EXSCAN -> "recursive-doubling";
            case ALLGATHER, ALLGATHERV -> "ring";
            case ALLTOALL, ALLTOALLV, ALLTOALLW, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> "pairwise";
            default -> "linear";
        };
    }
}
