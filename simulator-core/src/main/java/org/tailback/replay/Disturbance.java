package org.tailback.replay;

import org.tailback.stability.Beta;

/**
 * Disturbances of a run other than contention: ranks that start late and messages that arrive late. An object is used
 * by one replay and may draw random numbers. For each rank, the order of the calls depends on the programs only, so
 * runs on different networks can have the same disturbances.
 */
@Beta
public interface Disturbance {
    /**
     * Returns the delay of a rank's start. Called once for every rank, in the order of ranks.
     *
     * @return seconds, finite, >= 0
     */
    double startDelay(int rank);

    /**
     * Returns the additional latency of a message. Called once for every message that a rank posts, in the order of
     * posting. The latency has no effect on messages within a node.
     *
     * @param sender rank that posts the message
     * @return seconds, finite, >= 0
     */
    double extraLatency(int sender);
}
