package org.tailback.trace.nativeformat;

import org.jspecify.annotations.Nullable;

/**
 * Numbers the calls of a rank from 1 on. A computation has the number of the call that follows it, as the readers of
 * recorded traces have it.
 */
final class CallNumbers {
    private long current;
    private boolean computation;

    /** Begins a call, or a computation if it has no name; returns its number. */
    long begin(@Nullable String call) {
        if (!computation || call == null) {
            current++;
        }
        computation = call == null;
        return current;
    }
}
