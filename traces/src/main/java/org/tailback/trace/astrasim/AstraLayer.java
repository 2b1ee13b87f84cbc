package org.tailback.trace.astrasim;

/**
 * A line of a workload: computation in ns and the communication that follows it, forward and for the gradients of
 * inputs and weights.
 *
 * @param forwardTime ns, >= 0, as all times
 * @param updateTime what follows the communication of the weights' gradient, if there is any
 */
record AstraLayer(
        long forwardTime,
        AstraCommunication forward,
        long inputTime,
        AstraCommunication input,
        long weightTime,
        AstraCommunication weight,
        long updateTime) {}
