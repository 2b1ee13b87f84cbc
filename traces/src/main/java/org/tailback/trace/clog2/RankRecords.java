package org.tailback.trace.clog2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.tailback.error.InputException;
import org.tailback.trace.io.ScratchBytes;
import org.tailback.trace.mpi.NumberTable;

/**
 * The records of a file sorted by rank, of 32 bytes each, in memory or in a temporary file. Reading a rank's program then
 * costs in proportion to its own records.
 */
final class RankRecords implements AutoCloseable {
    /** Files up to this size are sorted in memory, bytes. */
    static final long IN_MEMORY = 64L << 20;

    /** Ticks of the times in sorted records: picoseconds, so that nothing is lost of what a microsecond clock tells. */
    static final double TICKS_PER_SECOND = 1e12;

    /** Kinds of sorted records. */
    static final int TIME = 0;
    /** Event, and index of the communicator. */
    static final int EVENT = 1;
    /** As {@link #EVENT}, and bytes sent and received. */
    static final int CARGO_EVENT = 2;
    /** Partner's world rank, index of the communicator, tag, bytes. */
    static final int SEND = 3;

    static final int RECEIVE = 4;

    static final int SIZE = 32;
    private static final int SENT = -101;
    private static final int RECEIVED = -102;

    private final ScratchBytes bytes;
    private final long[] begin;
    private final long[] end;
    private final long otherThreads;
    private final long largeMessages;

    private RankRecords(ScratchBytes bytes, long[] begin, long[] end, long otherThreads, long largeMessages) {
        this.bytes = bytes;
        this.begin = begin;
        this.end = end;
        this.otherThreads = otherThreads;
        this.largeMessages = largeMessages;
    }

    /**
     * Reads and sorts a file.
     *
     * @param inMemory up to how many bytes the sorted records are held in memory
     */
    static RankRecords sort(Path file, Clog2World world, long inMemory) {
        long[] begin = new long[world.ranks() + 1];
        for (int rank = 0; rank < world.ranks(); rank++) {
            begin[rank + 1] = begin[rank] + SIZE * world.records(rank);
        }
        ScratchBytes scratch =
                ScratchBytes.create(begin[world.ranks()], inMemory, file + ": to sort its records by rank");
        try {
            return new Sorter(file, world, begin, scratch).sort();
        } catch (RuntimeException e) {
            scratch.close();
            throw e;
        }
    }

    /** How many records of other threads than the first of a process were left out. */
    long otherThreads() {
        return otherThreads;
    }

    /** How many messages have a negative size, that is 2 GiB or more. */
    long largeMessages() {
        return largeMessages;
    }

    Cursor open(int rank) {
        return new Cursor(begin[rank], end[rank]);
    }

    @Override
    public void close() {
        bytes.close();
    }

    /** The sorted records of one rank. */
    final class Cursor {
        private final ByteBuffer buffer = ByteBuffer.allocate(SIZE << 8).limit(0);
        private long position;
        private final long limit;

        private Cursor(long position, long limit) {
            this.position = position;
            this.limit = limit;
        }

        /** Goes to the next record; false at the end. */
        boolean next() {
            if (buffer.hasRemaining()) {
                buffer.position(buffer.position() + SIZE);
            }
            if (!buffer.hasRemaining()) {
                if (position == limit) {
                    return false;
                }
                fill((int) Math.min(buffer.capacity(), limit - position));
            }
            return true;
        }

        private void fill(int size) {
            try {
                for (int filled = 0; filled < size; ) {
                    int count = bytes.read(position + filled, buffer.array(), filled, size - filled);
                    if (count < 0) {
                        throw new IOException("it is too short");
                    }
                    filled += count;
                }
            } catch (IOException e) {
                throw new InputException("A temporary file cannot be read (" + e + ")", e);
            }
            position += size;
            buffer.position(0).limit(size);
        }

        /** Ticks. */
        long time() {
            return buffer.getLong(buffer.position());
        }

        int kind() {
            return buffer.getInt(buffer.position() + 8);
        }

        /** The i-th value of the record, from 0. */
        int value(int i) {
            return buffer.getInt(buffer.position() + 12 + 4 * i);
        }
    }

    private static final class Sorter {
        private final Path file;
        private final Clog2World world;
        private final long[] begin;
        private final long[] written;
        private final ScratchBytes scratch;
        private final ByteBuffer[] buffers;
        private final int bufferSize;
        private long otherThreads;
        private long largeMessages;

        Sorter(Path file, Clog2World world, long[] begin, ScratchBytes scratch) {
            this.file = file;
            this.world = world;
            this.begin = begin;
            this.written = Arrays.copyOf(begin, world.ranks());
            this.scratch = scratch;
            this.buffers = new ByteBuffer[world.ranks()];
            this.bufferSize = (int) Math.max(512, Math.min(64 << 10, IN_MEMORY / world.ranks()) / SIZE * SIZE);
        }

        RankRecords sort() {
            try (Clog2Cursor cursor = new Clog2Cursor(file)) {
                while (cursor.next()) {
                    if (Clog2World.isOfProgram(cursor.kind())) {
                        sort(cursor);
                    }
                }
            }
            for (int rank = 0; rank < buffers.length; rank++) {
                flush(rank);
            }
            return new RankRecords(scratch, begin, written, otherThreads, largeMessages);
        }

        private void sort(Clog2Cursor cursor) {
            int rank = world.worldRank(cursor.communicator(), cursor.rank());
            if (rank == NumberTable.NONE || rank >= buffers.length) {
                return;
            }
            if (cursor.thread() != 0) {
                otherThreads++;
                return;
            }
            ByteBuffer buffer = buffer(rank);
            buffer.putLong(Math.round(cursor.time() * TICKS_PER_SECOND));
            switch (cursor.kind()) {
                case Clog2Cursor.EVENT ->
                    put(buffer, EVENT, cursor.value(0), world.communicatorIndex(cursor.communicator()), 0, 0);
                case Clog2Cursor.CARGO_EVENT ->
                    put(
                            buffer,
                            CARGO_EVENT,
                            cursor.value(0),
                            world.communicatorIndex(cursor.communicator()),
                            cursor.bigEndianValue(8),
                            cursor.bigEndianValue(12));
                case Clog2Cursor.MESSAGE -> putMessage(cursor, buffer);
                default -> put(buffer, TIME, 0, 0, 0, 0);
            }
        }

        private void putMessage(Clog2Cursor cursor, ByteBuffer buffer) {
            int type = cursor.value(0);
            if (type != SENT && type != RECEIVED) {
                throw cursor.corrupt("expected a message of type " + SENT + " or " + RECEIVED + ", found " + type);
            }
            if (cursor.value(4) < 0) {
                largeMessages++;
            }
            put(
                    buffer,
                    type == SENT ? SEND : RECEIVE,
                    world.worldRank(cursor.value(1), cursor.value(2)),
                    world.messageCommunicator(cursor.communicator(), cursor.value(1)),
                    cursor.value(3),
                    cursor.value(4));
        }

        private static void put(ByteBuffer buffer, int kind, int a, int b, int c, int d) {
            buffer.putInt(kind).putInt(a).putInt(b).putInt(c).putInt(d).putInt(0);
        }

        private ByteBuffer buffer(int rank) {
            ByteBuffer buffer = buffers[rank];
            if (buffer == null) {
                buffer = ByteBuffer.allocate((int) Math.min(bufferSize, begin[rank + 1] - begin[rank]));
                buffers[rank] = buffer;
            }
            if (!buffer.hasRemaining()) {
                flush(rank);
            }
            return buffer;
        }

        private void flush(int rank) {
            ByteBuffer buffer = buffers[rank];
            if (buffer != null) {
                if (written[rank] + buffer.position() > begin[rank + 1]) {
                    throw new InputException(
                            file + ": changed while it was read. Is the program that writes it still running?");
                }
                scratch.write(written[rank], buffer.array(), 0, buffer.position());
                written[rank] += buffer.position();
                buffer.clear();
            }
        }
    }
}
