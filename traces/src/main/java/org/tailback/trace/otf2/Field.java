package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/**
 * A field of a record, as it stands on disk.
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
    /** How a field is written. */
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

    static final long UNDEFINED = 0xffffffffL;

    static Field u8(String name) {
        return of(name, Encoding.BYTE);
    }

    static Field u32(String name) {
        return of(name, Encoding.NUMBER32);
    }

    static Field u64(String name) {
        return of(name, Encoding.NUMBER64);
    }

    static Field time(String name) {
        return of(name, Encoding.TIME);
    }

    static Field text(String name) {
        return of(name, Encoding.TEXT);
    }

    /** Two values, {@code type} and {@code value}. */
    static Field typedValue() {
        return of("type", Encoding.TYPED_VALUE);
    }

    static Field reference(String name, Reference target) {
        Encoding encoding = target == Reference.LOCATION ? Encoding.NUMBER64 : Encoding.NUMBER32;
        return new Field(name, encoding, target, false, 0, ImmutableList.of());
    }

    /** A list with its number of elements in one byte; {@code name} is that of the number. */
    static Field shortList(String name, Field... columns) {
        return new Field(name, Encoding.SHORT_LIST, null, false, 0, ImmutableList.copyOf(columns));
    }

    /** A list; {@code name} is that of the number of elements. */
    static Field list(String name, Field... columns) {
        return new Field(name, Encoding.LIST, null, false, 0, ImmutableList.copyOf(columns));
    }

    private static Field of(String name, Encoding encoding) {
        return new Field(name, encoding, null, false, 0, ImmutableList.of());
    }

    /** This field, as one that older writers leave out. */
    Field since(long valueBefore) {
        return new Field(name, encoding, reference, true, valueBefore, columns);
    }

    boolean isList() {
        return encoding == Encoding.LIST || encoding == Encoding.SHORT_LIST;
    }
}
