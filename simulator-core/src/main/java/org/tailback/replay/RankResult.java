package org.tailback.replay;

/** The result of one rank in a replay. More may be added; replays make them. */
public sealed interface RankResult permits RankData {
    /** Number of the rank, from 0. */
    int rank();

    /** The instant at which it left its last operation, seconds on the clock of the run. */
    double finish();

    /** Time that it computed, seconds, >= 0. */
    double compute();

    /** Time that it was inside waits and blocking operations, seconds, >= 0. */
    double blocked();

    /** Number of messages that it sent, also to itself and inside its node. */
    long messages();

    /** The sum of their sizes, bytes. */
    long bytesSent();

    /**
     * The mean over its messages between nodes, weighted by size, of the time in the network divided by the time alone;
     * 1 when there were none. Retransmission timeouts do not count as time in the network.
     */
    double averagePenalty();

    /**
     * Seconds that its messages between nodes were in the network beyond their time alone, summed over the messages;
     * they may overlap, so the rank need not have waited that long. Without retransmission timeouts.
     */
    double lostToContention();

    /** Seconds that its messages waited for retransmission timeouts, summed over the messages, >= 0. */
    double lostToTimeouts();

    /** A rank whose messages lost nothing in the network; the parameters are those of the accessors. */
    static RankResult undisturbed(
            int rank, double finish, double compute, double blocked, long messages, long bytesSent) {
        return new RankData(rank, finish, compute, blocked, messages, bytesSent, 1, 0, 0);
    }
}
