package org.tailback.trace.astrasim;

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
        /** Groups of GPUs, in the order of their communicators. */
        enum Scope {
            ALL,
            TP,
            DP,
            EP,
            DP_EP
        }
    }
}
