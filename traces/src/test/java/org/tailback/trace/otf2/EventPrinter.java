package org.tailback.trace.otf2;

import com.google.common.base.CaseFormat;
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
        for (RecordField field : kind.fields()) {
            line.append('\t').append(field.name()).append('=').append(Long.toUnsignedString(cursor.value(i++)));
        }
        return line.toString();
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

    /** As %a of C prints it. */
    static String hexadecimal(double value) {
        String java = Double.toHexString(value);
        int exponent = java.indexOf('p');
        String mantissa = java.substring(0, exponent);
        String power = java.substring(exponent + 1);
        return (mantissa.endsWith(".0") ? mantissa.substring(0, mantissa.length() - 2) : mantissa) + "p"
                + (power.startsWith("-") ? power : "+" + power);
    }
}
