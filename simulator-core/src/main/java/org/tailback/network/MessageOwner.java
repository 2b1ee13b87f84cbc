package org.tailback.network;

import org.tailback.loss.EndingMessages;

/** Who sends messages through a {@link Network} and is told of their ends. */
public interface MessageOwner {
    /**
     * The transfers of these messages have ended at this instant (after a retransmission timeout where there was one):
     * their senders may go on. The messages are ordered by sending rank and posting order; their numbers are valid during
     * the call only. The owner may send new messages meanwhile; the array must not be kept.
     *
     * @param messages numbers that {@link Network#send} returned
     * @param count how many of them, >= 1
     */
    void transfersEnded(int[] messages, int count);

    /** Predicts the starts of messages up to a horizon; see {@link EndingMessages#predictStarts}. */
    default void predictStarts(double horizon, EndingMessages ending, EndingMessages.StartSink sink) {}

    /** Predicts the starts of one rank; see {@link EndingMessages#predictStartsOf}. */
    default void predictStartsOf(int rank, double horizon, EndingMessages.StartSink sink) {}
}
