package org.tailback.embed;

/** The states of a message between being sent and being over. */
public enum MessageState {
    /** Sent; by its cost, some latency passes before its data takes part in the network. */
    DELAYED,
    /** Its data moves, or waits for a retransmission timeout. */
    MOVING,
    /** All moved; by its cost, some latency passes before the receiver has it. */
    ARRIVING,
    /** The receiver has it. */
    ARRIVED,
    /** Its owner cancelled it. */
    CANCELLED,
    /** Lost with a node or a link, or because its deadline has passed. */
    LOST;

    /** True if nothing more will happen to the message. */
    public boolean isOver() {
        return this == ARRIVED || this == CANCELLED || this == LOST;
    }
}
