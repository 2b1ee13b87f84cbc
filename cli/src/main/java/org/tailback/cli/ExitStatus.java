package org.tailback.cli;

/** Exit statuses of the process. */
final class ExitStatus {
    /** The command did what it was asked. */
    static final int DONE = 0;

    /** An internal error or a failure of the machine: no memory, a full disk. */
    static final int FAILED = 1;

    /** The input cannot be used: arguments, a trace, a platform file. */
    static final int BAD_INPUT = 2;

    /** The program in the trace cannot finish: a deadlock, or messages without a partner. */
    static final int UNFINISHED = 3;

    private ExitStatus() {}
}
