package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;

/** Numbers of collective operations in the format. */
final class CollectiveCodes {
    private static final ImmutableList<Kind> KINDS = kinds("""
            BARRIER BCAST GATHER GATHERV SCATTER SCATTERV ALLGATHER ALLGATHERV ALLTOALL ALLTOALLV ALLTOALLW
            ALLREDUCE REDUCE REDUCE_SCATTER SCAN EXSCAN REDUCE_SCATTER_BLOCK""");

    private static final int LAST_CREATION = 22;

    private CollectiveCodes() {}

    private static ImmutableList<Kind> kinds(String names) {
        return Stream.of(names.split("\\s+")).map(Kind::valueOf).collect(ImmutableList.toImmutableList());
    }

    /**
     * Returns the operation with a number: a barrier for collective creations and destructions; null for unknown
     * numbers.
     */
    static @Nullable Kind kind(int code) {
        if (isCreation(code)) {
            return Kind.BARRIER;
        }
        return code >= 0 && code < KINDS.size() ? KINDS.get(code) : null;
    }

    static boolean isCreation(int code) {
        return code >= KINDS.size() && code <= LAST_CREATION;
    }
}
