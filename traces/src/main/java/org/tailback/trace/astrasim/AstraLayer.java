package org.tailback.trace.astrasim;

import org.jspecify.annotations.Nullable;

/**
 * A line of a workload: computation in ns and the communication that follows it, forward and for the gradients of
 * inputs and weights; null for none.
 *
 * @param forwardTime ns, >= 0, as all times
 * @param updateTime what follows the communication of the weights' gradient, if there is any
 */
record AstraLayer(
        long forwardTime,
        @Nullable AstraCommunication forward,
        long inputTime,
        @Nullable AstraCommunication input,
        long weightTime,
        @Nullable AstraCommunication weight,
        long updateTime) {}
