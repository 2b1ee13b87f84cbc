package org.tailback.cli;

/** What the process returns to its caller. */
final class ExitStatus {
    /** The command did what it was asked. */
    static final int DONE = 0;

    /** A defect of ours, or a machine that cannot: no memory, a full disk. */
    static final int FAILED = 1;

    /** The user gave something that cannot be used: arguments, a trace, a platform file. */
    static final int BAD_INPUT = 2;

    /** The program in the trace cannot finish: a deadlock, or messages without a partner. */
    static final int UNFINISHED = 3;

    private ExitStatus() {}
}
