package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/** How a collective call was replayed. */
record CollectiveUse(CollectiveCall.Kind kind, String algorithm, boolean blocking) {
    /** Returns the words of reports, such as {@code non-blocking allreduce by ring}. */
    String label() {
        return (blocking ? "" : "non-blocking ") + kind.label() + " by " + algorithm;
    }
}
