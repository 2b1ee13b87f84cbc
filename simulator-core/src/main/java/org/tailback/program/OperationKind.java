package org.tailback.program;

import java.util.Locale;

/** The operations of a rank. */
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

    /** Returns the name in reports: lower case. */
    public String label() {
        return label;
    }

    static OperationKind ofCode(int code) {
        return VALUES[code];
    }
}
