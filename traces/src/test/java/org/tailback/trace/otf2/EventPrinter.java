package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Set;

/** Writes events as the reference dumps have them. */
final class EventPrinter {
    private static final Set<String> SIGNED =
            ImmutableSet.of("ParameterInt.value", "ProgramEnd.exitStatus", "IoSeek.offsetRequest");

    private EventPrinter() {}

    static String line(long location, EventCursor cursor) {
        EventKind kind = cursor.kind();
        StringBuilder line = new StringBuilder()
                .append(Long.toUnsignedString(location))
                .append('\t')
                .append(Long.toUnsignedString(cursor.time()))
                .append('\t');
        if (kind == null) {
            return line.append("Unknown").toString();
        }
        line.append(kind.label());
        cursor.read();
        int i = 0;
        for (Field field : kind.fields()) {
            long value = cursor.value(i++);
            line.append('\t').append(field.name()).append('=');
            line.append(
                    SIGNED.contains(kind.label() + "." + field.name())
                            ? Long.toString(value)
                            : Long.toUnsignedString(value));
            if (field.isList()) {
                appendList(line, field.columns(), cursor.fields());
            }
        }
        return line.toString();
    }

    private static void appendList(StringBuilder line, ImmutableList<Field> columns, RecordFields fields) {
        for (int column = 0; column < columns.size(); column++) {
            line.append('\t').append(columns.get(column).name()).append('=');
            for (int i = column; i < fields.elementCount(); i += columns.size()) {
                line.append(i == column ? "" : ",").append(Long.toUnsignedString(fields.element(i)));
            }
        }
    }

    /** A value by its type code. */
    static String typed(int type, long value) {
        return switch (type) {
            case 5, 6, 7, 8 -> Long.toString(value);
            case 9 -> hexadecimal(Float.intBitsToFloat((int) value));
            case 10 -> hexadecimal(Double.longBitsToDouble(value));
            default -> Long.toUnsignedString(value);
        };
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
