package org.tailback.network;

import org.tailback.loss.EndingMessages;

/** Sends messages through a {@link NetworkEngine} together with other owners, and is notified of their ends. */
public interface MessageOwner {
    /**
     * The transfers of these messages have ended at this instant (after a retransmission timeout where there was one):
     * their senders may go on. The messages are ordered by sending rank and posting order; their numbers are valid
     * during the call only. The owner may send new messages meanwhile; the array must not be kept.
     *
     * @param messages numbers that {@link NetworkEngine#send} returned, all of this owner
     * @param from index of the first
     * @param to index behind the last, > {@code from}
     */
    void transfersEnded(int[] messages, int from, int to);

    /** Predicts the starts of messages up to a horizon; see {@link EndingMessages#predictStarts}. */
    default void predictStarts(double horizon, EndingMessages.StartSink sink) {}

    /** Predicts the starts of one rank; see {@link EndingMessages#predictStartsOf}. */
    default void predictStartsOf(int rank, double horizon, EndingMessages.StartSink sink) {}

    /** Returns whether the owner has messages in the network or may send more: then no other user can fork it. */
    default boolean isActive() {
        return true;
    }

    /** Handles a failed node, whether or not this owner has messages there. */
    default void nodeFailed(int node) {}

    /** Handles a message of this owner that is lost with its link; also called within {@link NetworkEngine#send}. */
    default void messageLost(String link) {}

    /** Handles the end of the network: messages under way are lost, and no further one may be sent. */
    default void networkStopped() {}
}
