package org.tailback.trace.astrasim;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;

/**
 * A line of a workload: computation in ns and the communication that follows it, forward and for the gradients of
 * inputs and weights; null for none.
 *
 * @param forwardTime ns, >= 0, as all times
 * @param updateTime time of the update after the communication of the weights' gradient, if any
 */
record AstraLayer(
        long forwardTime,
        @Nullable Communication forward,
        long inputTime,
        @Nullable Communication input,
        long weightTime,
        @Nullable Communication weight,
        long updateTime) {
    /**
     * A collective operation of a layer.
     *
     * @param scope the GPUs that take part
     * @param bytes as written, > 0
     */
    record Communication(Kind kind, Scope scope, long bytes) {
        /** The words of operations, which may be followed by {@code _} and a scope. */
        static final Map<String, Kind> KINDS = Map.of(
                "ALLREDUCE", Kind.ALLREDUCE,
                "ALLGATHER", Kind.ALLGATHER,
                "REDUCESCATTER", Kind.REDUCE_SCATTER_BLOCK,
                "ALLTOALL", Kind.ALLTOALL,
                "BROADCAST", Kind.BCAST);

        /** Groups of GPUs, in the order of their communicators. */
        enum Scope {
            ALL,
            TP,
            DP,
            EP,
            DP_EP
        }

        /** Returns the scope after the kind in a word such as {@code ALLTOALL_EP}, or the usual one. */
        static @Nullable Scope scope(String word, @Nullable Scope usual) {
            int end = word.indexOf('_');
            return end < 0 ? usual : Scope.valueOf(word.substring(end + 1));
        }

        static boolean isKnown(String word) {
            return word.equals("NONE") || word.matches("[A-Z]+(_(TP|DP|EP|DP_EP))?") && KINDS.containsKey(kind(word));
        }

        static String kind(String word) {
            return word.replaceFirst("_.*", "");
        }
    }
}
