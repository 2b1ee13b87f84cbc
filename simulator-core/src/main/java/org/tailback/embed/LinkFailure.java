package org.tailback.embed;

/** The treatment of messages on a link that fails, and of those sent over it until it is repaired. */
public enum LinkFailure {
    /**
     * They stop, keep the data that they have moved, and continue when the link is repaired. The time counts as lost to
     * contention.
     */
    STOPS_MESSAGES,
    /** They are lost: their owners are notified by {@link WhenDone#lost}; a replay that loses one ends. */
    LOSES_MESSAGES
}
