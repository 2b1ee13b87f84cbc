package org.tailback.trace.nativeformat;

import org.tailback.error.InputException;
import org.tailback.error.Utf8;

/** Reads a range of a native binary file; complains with the byte's offset in the file. */
final class RecordCursor {
    private final MappedBytes bytes;
    private final long end;
    private long position;
    /** Of what is being read. */
    private long mark;

    RecordCursor(MappedBytes bytes, long begin, long end) {
        this.bytes = bytes;
        this.position = begin;
        this.mark = begin;
        this.end = end;
    }

    /** Returns a part of the range, from here on, which is skipped. */
    RecordCursor part(long length) {
        RecordCursor part = new RecordCursor(bytes, position, position + length);
        position += length;
        return part;
    }

    long remaining() {
        return end - position;
    }

    int raw() {
        mark = position;
        if (position >= end) {
            throw problem("the file, or a part of it, ends within a record", "Is it complete?");
        }
        return bytes.get(position++);
    }

    /** Returns an unsigned number. */
    long varint() {
        int first = raw();
        if (first < 0x80) {
            return first;
        }
        long begin = mark;
        long value = first & 0x7f;
        for (int shift = 7; shift < 64; shift += 7) {
            int next = raw();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                mark = begin;
                if (shift == 63 && next > 1) {
                    break;
                }
                return value;
            }
        }
        mark = begin;
        throw problem("found a number of more than 64 bits", "");
    }

    long signed() {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    /** Returns an unsigned number up to a bound. */
    long varint(String name, long most) {
        long value = varint();
        if (value < 0 || value > most) {
            throw problem("expected " + name + " from 0 to " + most + ", found " + Long.toUnsignedString(value), "");
        }
        return value;
    }

    /** Returns the number of items that follow, each of a byte or more. */
    int count() {
        return (int) varint("how many follow", Math.min(remaining(), Integer.MAX_VALUE - 16));
    }

    long size() {
        return varint("a number of bytes", Long.MAX_VALUE);
    }

    long fixed() {
        mark = position;
        if (remaining() < Long.BYTES) {
            throw problem("the file, or a part of it, ends within a number of 8 bytes", "Is it complete?");
        }
        long value = bytes.fixed(position);
        position += Long.BYTES;
        return value;
    }

    double seconds(String name) {
        double value = Double.longBitsToDouble(fixed());
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw problem("expected " + name + " as finite seconds of 0 or more, found " + value, "");
        }
        return value;
    }

    String text(long length, long most) {
        if (length < 0 || length > most || length > remaining()) {
            throw problem(
                    "expected a text of up to " + Math.min(most, remaining()) + " bytes, found "
                            + Long.toUnsignedString(length),
                    "");
        }
        long begin = position;
        String text = Utf8.text(
                bytes.copy(begin, (int) length), 0, (int) length, at -> bytes.path() + ": byte " + (begin + at));
        position += length;
        return text;
    }

    /** Returns an error at what was read last. */
    InputException problem(String problem, String remedy) {
        return InputException.at(bytes.path() + ": byte " + mark, problem, remedy);
    }
}
