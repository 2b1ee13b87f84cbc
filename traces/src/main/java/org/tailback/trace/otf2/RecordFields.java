package org.tailback.trace.otf2;

import java.util.Arrays;
import org.tailback.columns.Columns;

/** The values of one record, in arrays that the next record uses again. Unsigned values are long. */
final class RecordFields {
    private long[] values = new long[16];
    private int count;
    private long[] elements = new long[16];
    private int elementCount;
    private String text = "";

    /** Returns the i-th value; in the place of a list is the number of its elements. */
    long value(int i) {
        return values[i];
    }

    long[] copyOfElements() {
        return Arrays.copyOf(elements, elementCount);
    }

    String text() {
        return text;
    }

    /** Reads the fields of a loaded record. The rest of the record stays unread. */
    void read(RecordField[] layout, ChunkedFile in, LocationTables tables) {
        count = 0;
        elementCount = 0;
        for (RecordField field : layout) {
            append(field.late() && in.remaining() == 0 ? field.missing() : read(field, in, tables));
        }
    }

    private long read(RecordField field, ChunkedFile in, LocationTables tables) {
        return switch (field.encoding()) {
            case U8 -> in.unsignedByte();
            case U32 -> {
                long value = in.compressed32();
                yield field.reference() == null ? value : tables.global(field.reference(), value);
            }
            case U64 -> in.compressed64();
            case TIME -> tables.correct(in.fixed(8));
            case TEXT -> {
                text = in.text();
                yield 0;
            }
            case LIST -> list(in);
        };
    }

    private void append(long value) {
        values = Columns.fit(values, count);
        values[count++] = value;
    }

    private long list(ChunkedFile in) {
        long claimed = in.compressed32();
        if (claimed > in.remaining()) {
            throw in.corrupt(
                    claimed + " elements are announced, but only " + in.remaining() + " bytes are left of the record");
        }
        elementCount = (int) claimed;
        elements = Columns.fit(elements, elementCount);
        for (int i = 0; i < elementCount; i++) {
            elements[i] = in.compressed64();
        }
        return claimed;
    }
}
