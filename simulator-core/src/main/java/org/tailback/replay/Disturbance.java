package org.tailback.replay;

import org.tailback.stability.Beta;

/**
 * Disturbances of a run other than contention: ranks that begin late, messages that arrive late. One object serves one
 * replay and may draw random numbers; it is asked in an order that depends on the programs only, for each rank apart,
 * so that runs on different networks can be given the same disturbances.
 */
@Beta
public interface Disturbance {
    /**
     * The delay of a rank's beginning. Called once for every rank, in the order of ranks.
     *
     * @return seconds, finite, >= 0
     */
    double startDelay(int rank);

    /**
     * The additional latency of a message. Called once for every message that a rank posts, in the order
     * in which it posts them; has no effect on messages within a node.
     *
     * @param sender the rank that posts the message
     * @return seconds, finite, >= 0
     */
    double extraLatency(int sender);
}
