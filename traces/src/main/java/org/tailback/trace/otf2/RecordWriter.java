package org.tailback.trace.otf2;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Puts records together, little-endian. Reusable; not thread-safe. */
final class RecordWriter {
    /** An undefined reference. */
    static final long UNDEFINED = -1;

    private byte[] bytes = new byte[256];
    private int size;

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    RecordWriter clear() {
        size = 0;
        return this;
    }

    RecordWriter raw(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    /** Returns the lowest bytes of a number, in full. */
    RecordWriter fixed(int count, long value) {
        room(count);
        for (int i = 0; i < count; i++) {
            bytes[size++] = (byte) (value >>> 8 * i);
        }
        return this;
    }

    /** Returns a compressed unsigned number, or {@link #UNDEFINED}. */
    RecordWriter number(long value) {
        if (value == UNDEFINED) {
            return raw(0xff);
        }
        int count = (71 - Long.numberOfLeadingZeros(value)) / 8;
        return raw(count).fixed(count, value);
    }

    RecordWriter text(String text) {
        byte[] utf8 = text.replace('\0', ' ').getBytes(StandardCharsets.UTF_8);
        room(utf8.length + 1);
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
        return raw(0);
    }

    /** Makes what has been put together the content of a record: its number and its length come in front. */
    RecordWriter asRecord(int kind) {
        int head = size < 255 ? 2 : 10;
        room(head);
        System.arraycopy(bytes, 0, bytes, head, size);
        int length = size;
        size = 0;
        raw(kind);
        if (head == 2) {
            raw(length);
        } else {
            raw(0xff).fixed(8, length);
        }
        size = head + length;
        return this;
    }

    private void room(int count) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, Math.max(size + count, 2 * bytes.length));
        }
    }
}
