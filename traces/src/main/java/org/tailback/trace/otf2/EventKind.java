package org.tailback.trace.otf2;

import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/** The events of OTF2 up to version 3.1 that concern messages, with their fields in their order on disk. */
enum EventKind {
    BUFFER_FLUSH(10, "stopTime:time"),
    MEASUREMENT_ON_OFF(11, "measurementMode:u8"),
    ENTER(12, "region:REGION"),
    LEAVE(13, "region:REGION"),
    MPI_SEND(14, "receiver:u32 communicator:COMM msgTag:u32 msgLength:u64"),
    MPI_ISEND(15, "receiver:u32 communicator:COMM msgTag:u32 msgLength:u64 requestID:u64"),
    MPI_ISEND_COMPLETE(16, "requestID:u64"),
    MPI_IRECV_REQUEST(17, "requestID:u64"),
    MPI_RECV(18, "sender:u32 communicator:COMM msgTag:u32 msgLength:u64"),
    MPI_IRECV(19, "sender:u32 communicator:COMM msgTag:u32 msgLength:u64 requestID:u64"),
    MPI_REQUEST_TEST(20, "requestID:u64"),
    MPI_REQUEST_CANCELLED(21, "requestID:u64"),
    MPI_COLLECTIVE_BEGIN(22, ""),
    MPI_COLLECTIVE_END(23, "collectiveOp:u8 communicator:COMM root:u32 sizeSent:u64 sizeReceived:u64"),
    NON_BLOCKING_COLLECTIVE_REQUEST(85, "requestID:u64"),
    NON_BLOCKING_COLLECTIVE_COMPLETE(
            86, "collectiveOp:u8 communicator:COMM root:u32 sizeSent:u64 sizeReceived:u64 requestID:u64"),
    /** Another event of these versions: of threads, files, one-sided messages, metrics. Its fields are not read. */
    OTHER(0, "number:u64=0"),
    /** An event that only newer versions of OTF2 define. Its fields are not read. */
    UNKNOWN(0, "");

    /** Messages that are recorded with their request. */
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
    private final RecordField[] fields;

    EventKind(int code, String fields) {
        this.code = code;
        this.fields = RecordField.list(fields);
    }

    /** Returns the fields; not to be changed. */
    RecordField[] fields() {
        return fields;
    }

    /** Returns whether the event belongs to a message, request or collective operation of MPI. */
    boolean isMpi() {
        return (code >= 14 && code <= 23) || code == 85 || code == 86;
    }

    static EventKind of(int code) {
        return BY_CODE[code];
    }

    /**
     * Returns whether events of this code have no length and one number; all others, also unknown ones, have a length.
     */
    static boolean isBare(int code) {
        return switch (code) {
            case 12, 13, 16, 17, 20, 21, 24, 28, 29, 30 -> true;
            default -> false;
        };
    }
}
