package org.tailback.program;

/** Is told what a probe that does not block has found. */
@FunctionalInterface
public interface ProbeOutcome {
    /** @param there true if a message is there */
    void probed(boolean there);
}
