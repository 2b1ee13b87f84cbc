package org.tailback.replay;

import org.tailback.stability.Internal;

/**
 * Result of one rank in a replay.
 *
 * @param rank number of the rank, from 0
 * @param finish instant at which the rank left its last operation, seconds on the clock of the run
 * @param compute time for which the rank computed, seconds, >= 0
 * @param blocked time for which the rank was inside waits and blocking operations, seconds, >= 0
 * @param messages number of messages that the rank sent, including messages to itself and inside its node
 * @param bytesSent sum of the sizes of these messages
 * @param averagePenalty mean over the rank's messages between nodes, weighted by size, of the time in the network
 *     divided by the contention-free time; 1 without such messages. Retransmission timeouts do not count as time in the
 *     network
 * @param lostToContention seconds for which the rank's messages between nodes were in the network beyond their
 *     contention-free time, summed over the messages; messages may overlap, so the rank may have waited less.
 *     Retransmission timeouts are excluded
 * @param lostToTimeouts seconds for which the rank's messages waited for retransmission timeouts, summed over the
 *     messages, >= 0
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
