package org.tailback.trace.astrasim;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Layer of a workload, described by one line: computation in ns and the subsequent communication, for the forward pass
 * and for the gradients of inputs and weights. Without communication, the component is null.
 *
 * @param forwardTime time of the forward computation in ns, >= 0; all other times have the same unit and domain
 * @param updateTime time of the update, after the communication of the weights' gradient if it is communicated
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
     * Collective operation of a layer.
     *
     * @param scope the communicating GPUs
     * @param bytes size as written in the file, > 0
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
