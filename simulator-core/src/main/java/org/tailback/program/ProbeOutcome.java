package org.tailback.program;

/** Receiver of the outcome of a non-blocking probe. */
@FunctionalInterface
public interface ProbeOutcome {
    /**
     * Handles the outcome.
     *
     * @param there true if a matching message has arrived
     */
    void probed(boolean there);
}
