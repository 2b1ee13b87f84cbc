package org.tailback.trace.otf2;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A field of a record, as it is on disk.
 *
 * @param name as the OTF2 library calls it; empty for fields that only readers of old files need
 * @param encoding how it is written
 * @param reference kind of object that the id names, or null for a plain number
 * @param late whether older writers leave it out, so that it is read only where bytes remain in the record
 * @param missing the value where it is left out
 */
record RecordField(String name, Encoding encoding, @Nullable Reference reference, boolean late, long missing) {
    /**
     * The kind of object that an id names. Local ids are translated to global ones by a table for each, which has a
     * number.
     */
    enum Reference {
        REGION(3),
        COMM(6);

        final int mappingType;

        Reference(int mappingType) {
            this.mappingType = mappingType;
        }
    }

    enum Encoding {
        /** One byte. */
        U8,
        /** Compressed, 32 bits. */
        U32,
        /** Compressed, 64 bits. */
        U64,
        /** 64 bits in full: a time, to be corrected like those of events. */
        TIME,
        /** Bytes up to a zero byte. */
        TEXT,
        /** The number of elements, compressed, and the elements, of 64 bits each. */
        LIST
    }

    private static final long UNDEFINED = 0xffffffffL;
    private static final Pattern FORM = Pattern.compile("(\\w*):(\\w+)(?:=(.+))?");

    /**
     * Returns the fields of a layout: {@code name:type} each, with {@code =value} if older writers leave the field out.
     * Types are u8, u32, u64, time, text, list, or a {@link Reference}.
     */
    static RecordField[] list(String layout) {
        return layout.isEmpty()
                ? new RecordField[0]
                : Stream.of(layout.split(" ")).map(RecordField::of).toArray(RecordField[]::new);
    }

    private static RecordField of(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        String type = matcher.group(2);
        String missing = matcher.group(3);
        Reference reference = Character.isUpperCase(type.charAt(0)) ? Reference.valueOf(type) : null;
        return new RecordField(
                matcher.group(1),
                reference != null ? Encoding.U32 : Encoding.valueOf(type.toUpperCase(Locale.ROOT)),
                reference,
                missing != null,
                missing == null ? 0 : missing.equals("undefined") ? UNDEFINED : Long.parseLong(missing));
    }
}
