package org.tailback.network;

import org.tailback.loss.EndingMessages;

/** A sender of messages through a {@link NetworkEngine} together with other owners, which is notified of their ends. */
public interface MessageOwner {
    /**
     * Called when the transfers of messages end (after the retransmission timeout, if any): their senders may continue.
     * The messages are ordered by sending rank and posting order; their numbers are valid during the call only. The
     * owner may send new messages during the call; it must not keep the array.
     *
     * @param messages numbers of messages of this owner, returned by {@link NetworkEngine#send}
     * @param from index of the first message
     * @param to index after the last message, > {@code from}
     */
    void transfersEnded(int[] messages, int from, int to);

    /** Predicts the starts of messages up to a horizon; see {@link EndingMessages#predictStarts}. */
    default void predictStarts(double horizon, EndingMessages.StartSink sink) {}

    /** Predicts the starts of one rank; see {@link EndingMessages#predictStartsOf}. */
    default void predictStartsOf(int rank, double horizon, EndingMessages.StartSink sink) {}

    /**
     * Returns whether the owner has messages in the network or may send more. If so, no other user can fork the
     * network.
     */
    default boolean isActive() {
        return true;
    }

    /** Called when a node fails, whether or not this owner has messages there. */
    default void nodeFailed(int node) {}

    /** Called when a message of this owner is lost with its link; also called within {@link NetworkEngine#send}. */
    default void messageLost(String link) {}

    /** Called when the network ends: messages under way are lost, and no more messages may be sent. */
    default void networkStopped() {}
}
