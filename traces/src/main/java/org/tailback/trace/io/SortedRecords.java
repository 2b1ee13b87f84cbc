package org.tailback.trace.io;

import java.nio.ByteBuffer;

/** Records in their order, by key. Cursors of different keys may be used by different threads. */
public final class SortedRecords implements AutoCloseable {
    private static final int BUFFERED = 128;

    private final ScratchBytes bytes;
    private final long[] begins;

    SortedRecords(ScratchBytes bytes, long[] begins) {
        this.bytes = bytes;
        this.begins = begins;
    }

    /** Returns the records of a key, from the first one on. */
    public Cursor open(int key) {
        return new Cursor(begins[key], begins[key + 1]);
    }

    @Override
    public void close() {
        bytes.close();
    }

    /** The records of one key; memory of at most 6 KiB. */
    public final class Cursor {
        private final ByteBuffer buffer;
        private long position;
        private final long end;

        private Cursor(long position, long end) {
            this.position = position;
            this.end = end;
            this.buffer = ByteBuffer.allocate((int) Math.min((long) BUFFERED * RecordSorter.SIZE, end - position))
                    .limit(0);
        }

        public boolean next() {
            if (buffer.hasRemaining()) {
                buffer.position(buffer.position() + RecordSorter.SIZE);
            }
            if (!buffer.hasRemaining()) {
                if (position == end) {
                    return false;
                }
                int size = (int) Math.min(buffer.capacity(), end - position);
                RecordSorter.readFully(bytes, position, buffer.array(), size);
                position += size;
                buffer.position(0).limit(size);
            }
            return true;
        }

        public int kind() {
            return (int) buffer.getLong(buffer.position()) & 0xff;
        }

        public long time() {
            return buffer.getLong(buffer.position() + Long.BYTES);
        }

        /** One of its values, 0 to {@link RecordSorter#VALUES} - 1. */
        public long value(int i) {
            return buffer.getLong(buffer.position() + (2 + i) * Long.BYTES);
        }
    }
}
