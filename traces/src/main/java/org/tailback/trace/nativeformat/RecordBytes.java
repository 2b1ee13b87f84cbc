package org.tailback.trace.nativeformat;

import java.util.Arrays;

/** Bytes in memory that grow at their end. */
final class RecordBytes {
    private byte[] bytes;
    private int size;

    RecordBytes(int capacity) {
        bytes = new byte[capacity];
    }

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    void clear() {
        size = 0;
    }

    RecordBytes raw(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    /** Returns an unsigned number in as few bytes as it needs, ten at most. */
    RecordBytes varint(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    /** Returns a number near 0 on either side. */
    RecordBytes signed(long value) {
        return varint(value << 1 ^ value >> 63);
    }

    RecordBytes fixed(long value) {
        room(Long.BYTES);
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[size++] = (byte) (value >>> 8 * i);
        }
        return this;
    }

    RecordBytes all(byte[] from, int count) {
        room(count);
        System.arraycopy(from, 0, bytes, size, count);
        size += count;
        return this;
    }

    private void room(int count) {
        if (bytes.length - size < count) {
            long needed = (long) size + count;
            if (needed > Integer.MAX_VALUE - 16) {
                throw new OutOfMemoryError("one operation, or one helper, of more than 2 GiB");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(needed, 2L * bytes.length)));
        }
    }
}
