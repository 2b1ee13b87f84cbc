package org.tailback.replay;

/**
 * The messages from one rank to another between nodes, and the time that they lost. More may be added; replays make
 * them.
 */
public sealed interface PairResult permits PairData {
    /** Rank that sends. */
    int sender();

    /** Rank that receives. */
    int receiver();

    /** Number of messages. */
    long messages();

    /** The sum of their sizes, bytes. */
    long bytes();

    /**
     * Seconds that they were in the network beyond their time alone, summed over the messages; without retransmission
     * timeouts.
     */
    double lostToContention();

    /** Seconds that they waited for retransmission timeouts, summed over the messages, >= 0. */
    double lostToTimeouts();
}
