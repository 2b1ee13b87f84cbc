package org.tailback.replay;

import org.tailback.stability.Beta;

/**
 * Disturbances of a run other than contention: ranks that begin late, messages that arrive late. One object serves one
 * replay and may draw random numbers; it is called in an order that depends on the programs only, separately for each
 * rank, so that runs on different networks can have the same disturbances.
 */
@Beta
public interface Disturbance {
    /**
     * Returns the delay of a rank's beginning. Called once for every rank, in the order of ranks.
     *
     * @return seconds, finite, >= 0
     */
    double startDelay(int rank);

    /**
     * Returns the additional latency of a message. Called once for every message that a rank posts, in the order of
     * posting; has no effect on messages within a node.
     *
     * @param sender rank that posts the message
     * @return seconds, finite, >= 0
     */
    double extraLatency(int sender);
}
