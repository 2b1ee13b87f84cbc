package org.tailback.embed;

/** The states of a message between being sent and being over. */
public enum MessageState {
    /** Sent; its transfer begins after the latency before it that the message cost defines. */
    DELAYED,
    /** Its data moves, or waits for a retransmission timeout. */
    MOVING,
    /** All data moved; it arrives after the remaining latency that the message cost defines. */
    ARRIVING,
    /** The receiver has the message. */
    ARRIVED,
    /** Cancelled by its owner. */
    CANCELLED,
    /** Lost with a node or a link, or because its deadline has passed. */
    LOST;

    /** Returns whether nothing more will happen to the message. */
    public boolean isOver() {
        return this == ARRIVED || this == CANCELLED || this == LOST;
    }
}
