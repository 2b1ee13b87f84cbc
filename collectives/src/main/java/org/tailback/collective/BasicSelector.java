package org.tailback.collective;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * One well-known algorithm per operation, whatever the size and the number of ranks: trees for operations with a root,
 * recursive doubling for reductions to all, dissemination for the barrier, a ring for allgather, pairwise exchange for
 * all-to-all and reduce-scatter, and no tree where only the root has the sizes.
 */
public final class BasicSelector implements CollectiveSelector {
    /** Algorithms by kind, found at the first call of their kind. */
    private final ConcurrentMap<Kind, CollectiveAlgorithm> algorithms = new ConcurrentHashMap<>();

    @Override
    public String name() {
        return "basic";
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        return algorithms.computeIfAbsent(call.kind(), kind -> CollectiveAlgorithms.named(kind, basic(kind)));
    }

    private static String basic(Kind kind) {
        return switch (kind) {
            case BARRIER -> "dissemination";
            case BCAST, REDUCE, GATHER, SCATTER -> "binomial";
            case ALLREDUCE, SCAN, EXSCAN -> "recursive-doubling";
            case ALLGATHER, ALLGATHERV -> "ring";
            case ALLTOALL, ALLTOALLV, ALLTOALLW, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> "pairwise";
            default -> "linear";
        };
    }
}
