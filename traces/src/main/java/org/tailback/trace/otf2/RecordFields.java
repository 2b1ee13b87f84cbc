package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;

/**
 * The values of one record, in arrays that the next record uses again. Unsigned values are long; of a floating-point
 * value there are the bits.
 */
final class RecordFields {
    private long[] values = new long[16];
    private int count;
    private long[] elements = new long[16];
    private int elementCount;
    private String text = "";

    /** Returns the i-th value; those of a list are in {@link #element}, in their place is the number of elements. */
    long value(int i) {
        return values[i];
    }

    /** Returns the values of the list's elements, one element after the other. */
    long element(int i) {
        return elements[i];
    }

    /** Returns the number of values in the list: elements times columns. */
    int elementCount() {
        return elementCount;
    }

    long[] copyOfElements() {
        return Arrays.copyOf(elements, elementCount);
    }

    /** Returns the text of a string definition. */
    String text() {
        return text;
    }

    /** Reads the fields of a loaded record. What follows them in the record stays unread. */
    void read(Field[] layout, ChunkedFile in, LocationTables tables) {
        count = 0;
        elementCount = 0;
        for (Field field : layout) {
            if (field.late() && in.remaining() == 0) {
                missing(field);
            } else if (field.isList()) {
                readList(field, in, tables);
            } else if (field.encoding() == Field.Encoding.TYPED_VALUE) {
                long type = in.unsignedByte();
                append(type);
                append(typedValue((int) type, in, tables));
            } else if (field.encoding() == Field.Encoding.TEXT) {
                text = in.text();
                append(0);
            } else {
                append(plain(field, in, tables));
            }
        }
    }

    private void missing(Field field) {
        append(field.missing());
        if (field.encoding() == Field.Encoding.TYPED_VALUE) {
            append(field.missing());
        }
    }

    private void append(long value) {
        values = ChunkedFile.grown(values, count + 1);
        values[count++] = value;
    }

    private void readList(Field field, ChunkedFile in, LocationTables tables) {
        long claimed = field.encoding() == Field.Encoding.SHORT_LIST ? in.unsignedByte() : in.compressed32();
        ImmutableList<Field> columns = field.columns();
        if (claimed > in.remaining()) {
            throw in.corrupt(
                    claimed + " elements are announced, but only " + in.remaining() + " bytes are left of the record");
        }
        append(claimed);
        for (long i = 0; i < claimed; i++) {
            for (int j = 0; j < columns.size(); j++) {
                Field column = columns.get(j);
                elements = ChunkedFile.grown(elements, elementCount + 2);
                if (column.encoding() == Field.Encoding.TYPED_VALUE) {
                    int type = in.unsignedByte();
                    elements[elementCount++] = type;
                    elements[elementCount++] = typedValue(type, in, tables);
                } else {
                    elements[elementCount++] = plain(column, in, tables);
                }
            }
        }
    }

    private static long plain(Field field, ChunkedFile in, LocationTables tables) {
        long value = switch (field.encoding()) {
            case BYTE -> in.unsignedByte();
            case NUMBER32 -> in.compressed32();
            case NUMBER64 -> in.compressed64();
            case TIME -> tables.correct(in.fixed64());
            case TEXT, TYPED_VALUE, SHORT_LIST, LIST -> throw new IllegalStateException(field + " is no plain number");
        };
        return field.reference() == null ? value : tables.global(field.reference(), value);
    }

    /**
     * Returns a value written as its type code says; signed types as two's complement of 64 bits, floats as their 32
     * bits.
     */
    private static long typedValue(int type, ChunkedFile in, LocationTables tables) {
        return switch (type) {
            case 1 -> in.unsignedByte();
            case 2 -> in.fixed(2);
            case 3 -> in.compressed32();
            case 4, 8 -> in.compressed64();
            case 5 -> (byte) in.unsignedByte();
            case 6 -> (short) in.fixed(2);
            case 7 -> (int) in.compressed32();
            case 9 -> in.fixed(4);
            case 10 -> in.fixed64();
            case 13 -> tables.global(Reference.LOCATION, in.compressed64());
            case 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25 ->
                tables.global(Reference.of(type - 11), in.compressed32());
            default -> throw in.corrupt("expected the type of a value, 1 to 25, found " + type);
        };
    }
}
