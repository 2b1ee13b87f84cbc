package org.tailback.trace.astrasim;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;

/**
 * A line of a workload: computation in ns and the subsequent communication, for the forward pass and for the gradients
 * of inputs and weights; null without communication.
 *
 * @param forwardTime time of the forward computation in ns, >= 0, like all times
 * @param updateTime time of the update after the communication of the weights' gradient, if there is any
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
     * @param bytes size as written, > 0
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
