package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A field of a record, as it is on disk.
 *
 * @param name as the OTF2 library calls it; empty for what only readers of old files need
 * @param encoding how it is written
 * @param reference what the id refers to, or null for a plain number
 * @param late whether older writers leave it out, so that it is read only where bytes remain in the record
 * @param missing the value where it is left out
 * @param columns of a list, the fields of each element; else empty
 */
record Field(
        String name,
        Encoding encoding,
        @Nullable Reference reference,
        boolean late,
        long missing,
        ImmutableList<Field> columns) {
    /** The encoding of a field. */
    enum Encoding {
        /** One byte. */
        BYTE,
        /** Compressed, 32 bits. */
        NUMBER32,
        /** Compressed, 64 bits. */
        NUMBER64,
        /** 64 bits in full: a time, to be corrected like those of events. */
        TIME,
        /** Bytes up to a zero byte. */
        TEXT,
        /** A type code and a value written according to it: two values of the record. */
        TYPED_VALUE,
        /** The number of elements in one byte, and the elements. */
        SHORT_LIST,
        /** The number of elements, compressed, and the elements. */
        LIST
    }

    private static final long UNDEFINED = 0xffffffffL;
    private static final Pattern FORM = Pattern.compile("(\\w*):(\\w+)(?:\\((.*)\\))?(?:=(.+))?");

    /**
     * Returns the fields of a layout: {@code name:type}, or {@code name:type(column,…)} for a list whose number of
     * elements has the name and type, each with {@code =value} if older writers leave the field out. Types are u8, u32,
     * u64, time, text, value (a type code and a value), or a {@link Reference}.
     */
    static ImmutableList<Field> list(String layout, String separator) {
        return layout.isEmpty()
                ? ImmutableList.of()
                : Stream.of(layout.split(separator)).map(Field::of).collect(ImmutableList.toImmutableList());
    }

    private static Field of(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        String type = matcher.group(2);
        String columns = matcher.group(3);
        String missing = matcher.group(4);
        Reference reference = Character.isUpperCase(type.charAt(0)) ? Reference.valueOf(type) : null;
        Encoding encoding = switch (type) {
            case "u8" -> columns == null ? Encoding.BYTE : Encoding.SHORT_LIST;
            case "u32" -> columns == null ? Encoding.NUMBER32 : Encoding.LIST;
            case "u64", "LOCATION" -> Encoding.NUMBER64;
            case "time" -> Encoding.TIME;
            case "text" -> Encoding.TEXT;
            case "value" -> Encoding.TYPED_VALUE;
            default -> Encoding.NUMBER32;
        };
        long absent = missing == null ? 0 : missing.equals("undefined") ? UNDEFINED : Long.parseLong(missing);
        ImmutableList<Field> ofElement = columns == null ? ImmutableList.of() : list(columns, ",");
        return new Field(matcher.group(1), encoding, reference, missing != null, absent, ofElement);
    }

    boolean isList() {
        return encoding == Encoding.LIST || encoding == Encoding.SHORT_LIST;
    }
}
