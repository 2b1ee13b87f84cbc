package org.tailback.replay;

import org.tailback.stability.Internal;

/**
 * The result of one rank in a replay.
 *
 * @param rank its number, from 0
 * @param finish the instant at which it left its last operation, seconds on the clock of the run
 * @param compute time that it computed, seconds, >= 0
 * @param blocked time that it was inside waits and blocking operations, seconds, >= 0
 * @param messages number of messages that it sent, also to itself and inside its node
 * @param bytesSent the sum of their sizes
 * @param averagePenalty the mean over its messages between nodes, weighted by size, of the time in the network divided
 *     by the contention-free time; 1 when there were none. Retransmission timeouts do not count as time in the network
 * @param lostToContention seconds that its messages between nodes were in the network beyond their contention-free
 *     time, summed over the messages; they may overlap, so the rank need not have waited that long. Without
 * retransmission timeouts
 * @param lostToTimeouts seconds that its messages waited for retransmission timeouts, summed over the messages, >= 0
 */
public record RankResult(
        int rank,
        double finish,
        double compute,
        double blocked,
        long messages,
        long bytesSent,
        double averagePenalty,
        double lostToContention,
        double lostToTimeouts) {
    @Internal
    public RankResult {}
}
