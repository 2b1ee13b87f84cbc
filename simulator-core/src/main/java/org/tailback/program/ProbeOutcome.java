package org.tailback.program;

/** Receives the outcome of a non-blocking probe. */
@FunctionalInterface
public interface ProbeOutcome {
    /** @param there true if a matching message has arrived */
    void probed(boolean there);
}
