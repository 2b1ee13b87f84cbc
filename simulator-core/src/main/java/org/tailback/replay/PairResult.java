package org.tailback.replay;

import org.tailback.stability.Internal;

/**
 * The messages from one rank to another between nodes, and the time that they lost.
 *
 * @param sender rank that sends
 * @param receiver rank that receives
 * @param messages number of messages
 * @param bytes the sum of their sizes
 * @param lostToContention seconds that they were in the network beyond their contention-free time, summed over the
 *     messages; without retransmission timeouts
 * @param lostToTimeouts seconds that they waited for retransmission timeouts, summed over the messages, >= 0
 */
public record PairResult(
        int sender, int receiver, long messages, long bytes, double lostToContention, double lostToTimeouts) {
    @Internal
    public PairResult {}
}
