package org.tailback.program;

import java.util.Locale;

/** Kinds of operations of a rank. */
public enum OperationKind {
    ISEND,
    IRECV,
    WAIT,
    WAITALL,
    WAITANY,
    WAITSOME,
    SEND,
    RECV,
    PROBE,
    IPROBE,
    FREE,
    CANCEL,
    START,
    COMPUTE;

    private static final OperationKind[] VALUES = values();

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Returns the name in reports, in lower case. */
    public String label() {
        return label;
    }

    static OperationKind ofCode(int code) {
        return VALUES[code];
    }
}
