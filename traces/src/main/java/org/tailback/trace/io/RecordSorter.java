package org.tailback.trace.io;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorter of any number of records of a fixed size in bounded memory: by key, then time, then phase, then insertion
 * order. Records are sorted in pieces of limited size. Several pieces are written to a temporary file and merged into a
 * second file.
 *
 * <p>O(n log n) time; at most two pieces are held in memory.
 */
public final class RecordSorter implements AutoCloseable {
    /** Number of payload values of a record. */
    public static final int VALUES = 4;

    static final int LONGS = 2 + VALUES;
    static final int SIZE = LONGS * Long.BYTES;
    /** Size of a record in memory, in bytes: its numbers, the array's header and a reference. */
    private static final int SIZE_IN_MEMORY = SIZE + 24;

    private static final int MOST_IN_PIECE = (32 << 20) / SIZE_IN_MEMORY;
    private static final Comparator<long[]> ORDER = RecordSorter::compare;

    private final int mostInPiece;
    private final String purpose;
    private final List<long[]> piece = new ArrayList<>();
    /** Positions of the pieces in the temporary file, followed by the end of the last piece. */
    private final List<Long> begins = new ArrayList<>(List.of(0L));

    private ScratchBytes spilled = ScratchBytes.NONE;

    /**
     * Creates a sorter with pieces of 32 MiB.
     *
     * @param purpose the file concerned and the sorted items, for messages, such as "trace.prv: to sort its records"
     */
    public RecordSorter(String purpose) {
        this(purpose, MOST_IN_PIECE);
    }

    /**
     * Creates a sorter.
     *
     * @param purpose purpose as for {@link #RecordSorter(String)}
     * @param mostInPiece largest number of records per piece, of 72 bytes in memory each, >= 1
     */
    public RecordSorter(String purpose, int mostInPiece) {
        this.purpose = purpose;
        this.mostInPiece = mostInPiece;
    }

    /**
     * Adds a record.
     *
     * @param key key, >= 0
     * @param time any time
     * @param phase order at equal times, 0 to 255
     * @param kind kind of the record, 0 to 255
     */
    public void add(int key, long time, int phase, int kind, long a, long b, long c, long d) {
        if (piece.size() == mostInPiece) {
            spill();
        }
        piece.add(new long[] {(long) key << 32 | (long) phase << 8 | kind, time, a, b, c, d});
    }

    private static int compare(long[] record, long[] other) {
        int byKey = Integer.compare(key(record), key(other));
        if (byKey != 0) {
            return byKey;
        }
        int byTime = Long.compare(record[1], other[1]);
        return byTime != 0 ? byTime : Long.compare(record[0] >>> 8 & 0xff, other[0] >>> 8 & 0xff);
    }

    private static int key(long[] record) {
        return (int) (record[0] >>> 32);
    }

    private void spill() {
        if (begins.size() == 1) {
            spilled = ScratchBytes.create(Long.MAX_VALUE, 0, purpose);
        }
        begins.add(write(spilled, begins.get(begins.size() - 1), new long[0]));
    }

    /** Writes the records in memory in sorted order, and removes them; returns the position of their end. */
    private long write(ScratchBytes target, long position, long[] beginsOfKeys) {
        piece.sort(ORDER); // stable
        Output output = new Output(target, position, beginsOfKeys);
        piece.forEach(output::add);
        piece.clear();
        return output.finish();
    }

    /**
     * Sorts the records. No record may be added afterwards.
     *
     * @param keys number larger than all keys
     */
    public SortedRecords sort(int keys) {
        long[] beginsOfKeys = new long[keys + 1];
        if (begins.size() == 1) {
            ScratchBytes result = ScratchBytes.create((long) piece.size() * SIZE, Integer.MAX_VALUE - 16, purpose);
            write(result, 0, beginsOfKeys);
            return new SortedRecords(result, beginsOfKeys);
        }
        spill();
        ScratchBytes result = ScratchBytes.create(Long.MAX_VALUE, 0, purpose);
        try {
            mergePieces(new Output(result, 0, beginsOfKeys));
            return new SortedRecords(result, beginsOfKeys);
        } catch (RuntimeException e) {
            result.close();
            throw e;
        } finally {
            close();
        }
    }

    private void mergePieces(Output output) {
        int pieces = begins.size() - 1;
        int buffered = Math.max(128, mostInPiece / pieces);
        PriorityQueue<Piece> first = new PriorityQueue<>();
        for (int i = 0; i < pieces; i++) {
            Piece next = new Piece(i, new SortedRecords.Cursor(spilled, begins.get(i), begins.get(i + 1), buffered));
            if (next.cursor.next()) {
                first.add(next);
            }
        }
        while (!first.isEmpty()) {
            Piece next = first.remove();
            output.add(next.cursor.record());
            if (next.cursor.next()) {
                first.add(next);
            }
        }
        output.finish();
    }

    /**
     * A sorted piece. Pieces are ordered by their current records; pieces with equal records stay in insertion order.
     */
    private record Piece(int number, SortedRecords.Cursor cursor) implements Comparable<Piece> {
        @Override
        public int compareTo(Piece other) {
            int order = RecordSorter.compare(cursor.record(), other.cursor.record());
            return order != 0 ? order : Integer.compare(number, other.number);
        }
    }

    /** Writer of sorted records, which stores the position of the first record of each key. */
    private static final class Output {
        private final ScratchBytes target;
        private final long[] begins;
        private final ByteBuffer buffer = ByteBuffer.allocate(1365 * SIZE);
        private long written;
        private int key;

        Output(ScratchBytes target, long position, long[] begins) {
            this.target = target;
            this.written = position;
            this.begins = begins;
        }

        void add(long[] record) {
            beginKeys(key(record));
            for (long number : record) {
                buffer.putLong(number);
            }
            if (!buffer.hasRemaining()) {
                flush();
            }
        }

        private void beginKeys(int last) {
            while (key < Math.min(last, begins.length - 1)) {
                begins[++key] = written + buffer.position();
            }
        }

        private void flush() {
            target.write(written, buffer.array(), 0, buffer.position());
            written += buffer.position();
            buffer.clear();
        }

        /** Writes the remaining records; returns the position of their end. */
        long finish() {
            flush();
            beginKeys(begins.length - 1);
            return written;
        }
    }

    @Override
    public void close() {
        spilled.close();
    }
}
