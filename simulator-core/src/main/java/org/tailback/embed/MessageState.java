package org.tailback.embed;

/** State of a message from its sending to its end. */
public enum MessageState {
    /** Sent: the transfer begins after the latency that the message cost defines before it. */
    DELAYED,
    /** Moving: the data move or wait for a retransmission timeout. */
    MOVING,
    /**
     * Arriving: all data have moved, and the message arrives after the remaining latency that the message cost defines.
     */
    ARRIVING,
    /** Arrived: the receiver has the message. */
    ARRIVED,
    /** Cancelled by its owner. */
    CANCELLED,
    /** Lost with a node or a link, or because its deadline has passed. */
    LOST;

    /** Returns whether the state is final. */
    public boolean isOver() {
        return this == ARRIVED || this == CANCELLED || this == LOST;
    }
}
