package org.tailback.embed;

/** Treatment of messages on a link that fails, and of messages sent over it until it is repaired. */
public enum LinkFailure {
    /**
     * Messages stop, keep the data that they have moved, and continue when the link is repaired. The time counts as
     * lost to contention.
     */
    STOPS_MESSAGES,
    /** Messages are lost, and {@link WhenDone#lost} notifies their owners; a replay that loses a message ends. */
    LOSES_MESSAGES
}
