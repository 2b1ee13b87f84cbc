package org.tailback.replay;

import org.tailback.stability.Internal;

/**
 * Messages from one rank to a rank on another node, and the time that they lost.
 *
 * @param sender sending rank
 * @param receiver receiving rank
 * @param messages number of messages
 * @param bytes sum of the sizes of the messages
 * @param lostToContention seconds for which the messages were in the network beyond their contention-free time, summed
 *     over the messages; without retransmission timeouts
 * @param lostToTimeouts seconds for which the messages waited for retransmission timeouts, summed over the messages,
 *     >= 0
 */
public record PairResult(
        int sender, int receiver, long messages, long bytes, double lostToContention, double lostToTimeouts) {
    @Internal
    public PairResult {}
}
