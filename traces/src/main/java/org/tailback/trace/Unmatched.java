package org.tailback.trace;

import java.util.Locale;

/** Treatment of messages and receives without a partner. They occur in traces because tracers lose records. */
public enum Unmatched {
    /** No treatment: a replay with such operations ends with an error. */
    REFUSE,
    /**
     * Pairing of receives whose completion is missing in the trace with messages that no other receive takes, first
     * come, first served.
     */
    PAIR,
    /** Omission, together with collective operations that are missing on a rank. */
    DROP;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
