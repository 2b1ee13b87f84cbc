package org.tailback.trace.otf2;

import com.google.common.base.CaseFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes events as the reference dumps have them. */
final class EventPrinter {
    private static final Set<String> KNOWN =
            Stream.of(EventKind.values()).map(EventPrinter::label).collect(Collectors.toSet());

    private EventPrinter() {}

    static String line(long location, EventCursor cursor) {
        EventKind kind = cursor.kind();
        StringBuilder line = new StringBuilder()
                .append(Long.toUnsignedString(location))
                .append('\t')
                .append(Long.toUnsignedString(cursor.time()))
                .append('\t');
        if (kind == EventKind.UNKNOWN || kind == EventKind.OTHER) {
            return line.append(kind == EventKind.UNKNOWN ? "Unknown" : "Other").toString();
        }
        line.append(label(kind));
        cursor.read();
        int i = 0;
        for (String name : names(kind)) {
            line.append('\t').append(name).append('=').append(Long.toUnsignedString(cursor.value(i++)));
        }
        return line.toString();
    }

    private static List<String> names(EventKind kind) {
        String names = switch (kind) {
            case BUFFER_FLUSH -> "stopTime";
            case MEASUREMENT_ON_OFF -> "measurementMode";
            case ENTER, LEAVE -> "region";
            case MPI_SEND -> "receiver communicator msgTag msgLength";
            case MPI_ISEND -> "receiver communicator msgTag msgLength requestID";
            case MPI_RECV -> "sender communicator msgTag msgLength";
            case MPI_IRECV -> "sender communicator msgTag msgLength requestID";
            case MPI_COLLECTIVE_END -> "collectiveOp communicator root sizeSent sizeReceived";
            case NON_BLOCKING_COLLECTIVE_COMPLETE -> "collectiveOp communicator root sizeSent sizeReceived requestID";
            case MPI_COLLECTIVE_BEGIN, OTHER, UNKNOWN -> "";
            default -> "requestID";
        };
        return names.isEmpty() ? List.of() : List.of(names.split(" "));
    }

    /** Returns a line of the reference as far as it matters: of other events their place and time. */
    static String ofReference(String line) {
        String[] parts = line.split("\t", 4);
        return KNOWN.contains(parts[2]) ? line : parts[0] + "\t" + parts[1] + "\tOther";
    }

    /** Returns the name of a record as the tools of OTF2 write it. */
    static String label(Enum<?> kind) {
        return CaseFormat.UPPER_UNDERSCORE.to(CaseFormat.UPPER_CAMEL, kind.name());
    }
}
