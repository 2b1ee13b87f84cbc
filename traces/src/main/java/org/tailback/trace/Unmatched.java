package org.tailback.trace;

import java.util.Locale;

/** Treatment of messages and receives without a partner. Recorded runs have none, but tracers lose records. */
public enum Unmatched {
    /** No treatment: a replay with them ends with an error. */
    REFUSE,
    /**
     * Pairing of receives whose completion the trace lost with messages that no other receive takes, first come, first
     * served.
     */
    PAIR,
    /** Omission, together with the collective operations that a rank lacks. */
    DROP;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
