package org.tailback.trace;

import java.util.Locale;

/** The treatment of messages and receives without a partner. Recorded runs have none; tracers lose records. */
public enum Unmatched {
    /** They are kept: a replay ends with an error. */
    REFUSE,
    /**
     * Receives of which the trace lost the completion take the messages that no other receive takes, first come, first
     * served.
     */
    PAIR,
    /** They are left out, with the collective operations that a rank misses. */
    DROP;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
