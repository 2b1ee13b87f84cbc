package org.tailback.trace.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.tailback.error.FileErrors;

/**
 * Sorted records by key. Cursors of different keys may be used by different threads.
 *
 * @param begins position of the first record of each key, and of the end, in bytes
 */
public record SortedRecords(ScratchBytes bytes, long[] begins) implements AutoCloseable {
    private static final int BUFFERED = 128;

    /** Returns a cursor before the first record of a key. */
    public Cursor open(int key) {
        return new Cursor(bytes, begins[key], begins[key + 1], BUFFERED);
    }

    @Override
    public void close() {
        bytes.close();
    }

    /** Cursor over the records of a range. For the records of a key, it uses at most 6 KiB of memory. */
    public static final class Cursor {
        private final ScratchBytes source;
        private final ByteBuffer buffer;
        private final long[] record = new long[RecordSorter.LONGS];
        private long position;
        private final long end;

        /**
         * Creates a cursor before the first record.
         *
         * @param buffered capacity of the buffer in records, >= 1
         */
        Cursor(ScratchBytes source, long position, long end, int buffered) {
            this.source = source;
            this.position = position;
            this.end = end;
            this.buffer = ByteBuffer.allocate((int) Math.min((long) buffered * RecordSorter.SIZE, end - position))
                    .limit(0);
        }

        public boolean next() {
            if (!buffer.hasRemaining()) {
                if (position == end) {
                    return false;
                }
                fill((int) Math.min(buffer.capacity(), end - position));
            }
            for (int i = 0; i < record.length; i++) {
                record[i] = buffer.getLong();
            }
            return true;
        }

        private void fill(int size) {
            try {
                for (int filled = 0; filled < size; ) {
                    int read = source.read(position + filled, buffer.array(), filled, size - filled);
                    if (read < 0) {
                        throw new IOException("it is too short");
                    }
                    filled += read;
                }
            } catch (IOException e) {
                throw FileErrors.unreadable("A temporary file", e);
            }
            position += size;
            buffer.position(0).limit(size);
        }

        /** Returns the current record, which must not be changed. */
        long[] record() {
            return record;
        }

        public int kind() {
            return (int) record[0] & 0xff;
        }

        public long time() {
            return record[1];
        }

        /** Returns a value of the current record, with index 0 to {@link RecordSorter#VALUES} - 1. */
        public long value(int i) {
            return record[2 + i];
        }
    }
}
