package org.tailback.trace.otf2;

import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Events of OTF2 up to version 3.1 that concern messages, with their fields in the order on disk: numbers of 8 bits
 * (1), or of 32 (4) or 64 bits (8) without leading zero bytes; ids of regions (R) and communicators (C), times (T).
 */
enum EventKind {
    /** Writing of the tracer's buffer. Field: stop time. */
    BUFFER_FLUSH(10, "T"),
    /** Switch of recording. Field: measurement mode. */
    MEASUREMENT_ON_OFF(11, "1"),
    ENTER(12, "R"),
    LEAVE(13, "R"),
    /** Message sent. Fields: receiver, communicator, tag, bytes; the next kind has an additional request at the end. */
    MPI_SEND(14, "4C48"),
    MPI_ISEND(15, "4C488"),
    /** Completion of a send. Field: request, as in the next kind. */
    MPI_ISEND_COMPLETE(16, "8"),
    MPI_IRECV_REQUEST(17, "8"),
    /**
     * Message received. Fields: sender, communicator, tag, bytes; the next kind has an additional request at the end.
     */
    MPI_RECV(18, "4C48"),
    MPI_IRECV(19, "4C488"),
    /** Test of a request. Field: request, as in the next kind. */
    MPI_REQUEST_TEST(20, "8"),
    MPI_REQUEST_CANCELLED(21, "8"),
    MPI_COLLECTIVE_BEGIN(22, ""),
    /** End of a collective operation. Fields: operation, communicator, root, bytes sent and received. */
    MPI_COLLECTIVE_END(23, "1C488"),
    /** Start of a non-blocking collective operation. Field: request. */
    NON_BLOCKING_COLLECTIVE_REQUEST(85, "8"),
    /**
     * Completion of a non-blocking collective operation. Fields: the fields of {@link #MPI_COLLECTIVE_END}, and the
     * request.
     */
    NON_BLOCKING_COLLECTIVE_COMPLETE(86, "1C4888"),
    /** Any other event of versions up to 3.1, such as events of threads, files, one-sided messages and metrics. */
    OTHER(0, "8"),
    /** An event that only newer versions of OTF2 define. Its fields are not read. */
    UNKNOWN(0, "");

    /** Message events that are recorded with their request. */
    static final Set<EventKind> OF_REQUESTS = Sets.immutableEnumSet(MPI_ISEND, MPI_IRECV_REQUEST, MPI_IRECV);

    private static final int FIRST = 10;
    private static final int LAST = 88;
    private static final EventKind[] BY_CODE = new EventKind[256];

    static {
        Arrays.fill(BY_CODE, UNKNOWN);
        Arrays.fill(BY_CODE, FIRST, LAST + 1, OTHER);
        Stream.of(values()).filter(kind -> kind.code > 0).forEach(kind -> BY_CODE[kind.code] = kind);
    }

    private final int code;
    final String fields;

    EventKind(int code, String fields) {
        this.code = code;
        this.fields = fields;
    }

    /** Returns whether the event belongs to a message, request or collective operation of MPI. */
    boolean isMpi() {
        return (code >= 14 && code <= 23) || code == 85 || code == 86;
    }

    static EventKind of(int code) {
        return BY_CODE[code];
    }

    /**
     * Returns whether events of this code have no length and a single number. Events of all other codes, including
     * unknown codes, have a length.
     */
    static boolean isBare(int code) {
        return switch (code) {
            case 12, 13, 16, 17, 20, 21, 24, 28, 29, 30 -> true;
            default -> false;
        };
    }
}
