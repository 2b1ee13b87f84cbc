package org.tailback.collective;

import com.google.common.collect.ImmutableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * One well-known algorithm per operation, whatever the size and the number of ranks: trees for operations with a root,
 * recursive doubling for reductions to all, dissemination for the barrier, a ring for allgather, pairwise exchange for
 * all-to-all and reduce-scatter, and no tree where only the root knows the sizes.
 */
public final class BasicSelector implements CollectiveSelector {
    private static final ImmutableMap<Kind, String> BASIC = ImmutableMap.<Kind, String>builder()
            .put(Kind.BARRIER, "dissemination")
            .put(Kind.BCAST, "binomial")
            .put(Kind.REDUCE, "binomial")
            .put(Kind.ALLREDUCE, "recursive-doubling")
            .put(Kind.GATHER, "binomial")
            .put(Kind.GATHERV, "linear")
            .put(Kind.SCATTER, "binomial")
            .put(Kind.SCATTERV, "linear")
            .put(Kind.ALLGATHER, "ring")
            .put(Kind.ALLGATHERV, "ring")
            .put(Kind.ALLTOALL, "pairwise")
            .put(Kind.ALLTOALLV, "pairwise")
            .put(Kind.ALLTOALLW, "pairwise")
            .put(Kind.REDUCE_SCATTER, "pairwise")
            .put(Kind.REDUCE_SCATTER_BLOCK, "pairwise")
            .put(Kind.SCAN, "recursive-doubling")
            .put(Kind.EXSCAN, "recursive-doubling")
            .build();

    /** Those that have been asked for. */
    private final ConcurrentMap<Kind, CollectiveAlgorithm> algorithms = new ConcurrentHashMap<>();

    @Override
    public String name() {
        return "basic";
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        return algorithms.computeIfAbsent(
                call.kind(), kind -> CollectiveAlgorithms.named(kind, BASIC.getOrDefault(kind, "linear")));
    }
}
