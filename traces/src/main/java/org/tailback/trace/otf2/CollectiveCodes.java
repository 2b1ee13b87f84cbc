package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;

/** The format's numbers of collective operations. */
final class CollectiveCodes {
    private static final ImmutableList<Kind> KINDS = ImmutableList.of(
            Kind.BARRIER,
            Kind.BCAST,
            Kind.GATHER,
            Kind.GATHERV,
            Kind.SCATTER,
            Kind.SCATTERV,
            Kind.ALLGATHER,
            Kind.ALLGATHERV,
            Kind.ALLTOALL,
            Kind.ALLTOALLV,
            Kind.ALLTOALLW,
            Kind.ALLREDUCE,
            Kind.REDUCE,
            Kind.REDUCE_SCATTER,
            Kind.SCAN,
            Kind.EXSCAN,
            Kind.REDUCE_SCATTER_BLOCK);
    private static final int LAST_CREATION = 22;

    private CollectiveCodes() {}

    /** @param kind none of the neighbourhood kinds, which the format does not know */
    static int of(Kind kind) {
        int code = KINDS.indexOf(kind);
        if (code < 0) {
            throw new IllegalArgumentException("no archive knows " + kind);
        }
        return code;
    }

    /** What a number means, a barrier for what makes or destroys something together; null for unknown ones. */
    static @Nullable Kind kind(int code) {
        if (isCreation(code)) {
            return Kind.BARRIER;
        }
        return code >= 0 && code < KINDS.size() ? KINDS.get(code) : null;
    }

    /** Whether something is made or destroyed together. */
    static boolean isCreation(int code) {
        return code >= KINDS.size() && code <= LAST_CREATION;
    }
}
