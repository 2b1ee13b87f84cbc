package org.tailback.replay;

/**
 * What one rank did in a replay. Times in seconds, sizes in bytes.
 *
 * @param rank which one
 * @param finish when it left its last operation
 * @param compute how long it computed
 * @param blocked how long it was inside waits and blocking operations
 * @param messages how many it sent, also to itself and inside its node
 * @param bytesSent the sum of their sizes
 * @param averagePenalty the mean over its messages between nodes, weighted by size, of the time in the network divided by the
 *     time alone; 1 when there were none. Retransmission timeouts do not count as time in the network
 * @param lostToContention seconds that its messages between nodes were in the network beyond their time alone, summed over the
 *     messages; they may overlap, so the rank need not have waited that long
 */
public record RankResult(
        int rank,
        double finish,
        double compute,
        double blocked,
        long messages,
        long bytesSent,
        double averagePenalty,
        double lostToContention) {}
