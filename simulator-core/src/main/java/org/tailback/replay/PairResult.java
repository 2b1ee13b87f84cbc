package org.tailback.replay;

/**
 * What the messages from one rank to another between nodes lost.
 *
 * @param sender rank that sends
 * @param receiver rank that receives
 * @param messages how many
 * @param bytes the sum of their sizes
 * @param lostToContention seconds that they were in the network beyond their time alone, summed over the messages; without
 *     retransmission timeouts
 */
public record PairResult(int sender, int receiver, long messages, long bytes, double lostToContention) {}
