package org.tailback.trace.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.tailback.error.FileErrors;

/**
 * Sorts records of a fixed size, any number of them, in bounded memory: by key, then time, then phase, then the order
 * in which they were added. Sorted pieces of a limited size go to a temporary file if there is more than one, and are
 * merged into another one.
 *
 * <p>O(n log n) time; memory of two pieces.
 */
public final class RecordSorter implements AutoCloseable {
    /** Number of payload values of a record. */
    public static final int VALUES = 4;

    static final int LONGS = 2 + VALUES;
    static final int SIZE = LONGS * Long.BYTES;
    private static final int MOST_IN_PIECE = (32 << 20) / SIZE;

    private final int mostInPiece;
    private final String purpose;
    private long[] piece = new long[64 * LONGS];
    private int count;
    private final List<long[]> pieces = new ArrayList<>();
    private ScratchBytes spilled = ScratchBytes.create(0, 0, "");
    private long spilledBytes;

    /**
     * Creates a sorter with pieces of 32 MiB.
     *
     * @param purpose the file at issue and the sorted items, for messages, such as "trace.prv: to sort its records"
     */
    public RecordSorter(String purpose) {
        this(purpose, MOST_IN_PIECE);
    }

    /**
     * Creates a sorter.
     *
     * @param purpose as for {@link #RecordSorter(String)}
     * @param mostInPiece records of 48 bytes in memory, >= 1
     */
    public RecordSorter(String purpose, int mostInPiece) {
        this.purpose = purpose;
        this.mostInPiece = mostInPiece;
    }

    /**
     * Adds a record.
     *
     * @param key >= 0
     * @param time any
     * @param phase 0 to 255: the order at equal times
     * @param kind 0 to 255
     */
    public void add(int key, long time, int phase, int kind, long a, long b, long c, long d) {
        if (count == mostInPiece) {
            spill();
        }
        int at = count * LONGS;
        if (at == piece.length) {
            piece = Arrays.copyOf(piece, (int) Math.min((long) mostInPiece * LONGS, 2L * piece.length));
        }
        piece[at] = (long) key << 32 | (long) phase << 8 | kind;
        piece[at + 1] = time;
        piece[at + 2] = a;
        piece[at + 3] = b;
        piece[at + 4] = c;
        piece[at + 5] = d;
        count++;
    }

    private void spill() {
        if (pieces.isEmpty()) {
            spilled = ScratchBytes.create(Long.MAX_VALUE, 0, purpose);
        }
        long begin = spilledBytes;
        write(sorted(), spilled, begin);
        spilledBytes += (long) count * SIZE;
        pieces.add(new long[] {begin, spilledBytes});
        count = 0;
    }

    private void write(int[] order, ScratchBytes target, long position) {
        ByteBuffer buffer = ByteBuffer.allocate(Math.max(1, Math.min(1365, order.length)) * SIZE);
        long at = position;
        for (int index : order) {
            for (int i = 0; i < LONGS; i++) {
                buffer.putLong(piece[index * LONGS + i]);
            }
            if (!buffer.hasRemaining()) {
                target.write(at, buffer.array(), 0, buffer.position());
                at += buffer.position();
                buffer.clear();
            }
        }
        target.write(at, buffer.array(), 0, buffer.position());
    }

    /** Numbers of the records in their order: a merge sort, as the order of equal ones is kept. */
    private int[] sorted() {
        int[] from = new int[count];
        for (int i = 0; i < count; i++) {
            from[i] = i;
        }
        int[] to = new int[count];
        for (int width = 1; width < count && width > 0; width *= 2) {
            for (long begin = 0; begin < count; begin += 2L * width) {
                merge(from, to, (int) begin, (int) Math.min(count, begin + width), (int)
                        Math.min(count, begin + 2L * width));
            }
            int[] swapped = from;
            from = to;
            to = swapped;
        }
        return from;
    }

    private void merge(int[] from, int[] to, int begin, int middle, int end) {
        int left = begin;
        int right = middle;
        for (int i = begin; i < end; i++) {
            if (left < middle && (right == end || compare(from[left], from[right]) <= 0)) {
                to[i] = from[left++];
            } else {
                to[i] = from[right++];
            }
        }
    }

    private int compare(int one, int other) {
        return compare(piece[one * LONGS], piece[one * LONGS + 1], piece[other * LONGS], piece[other * LONGS + 1]);
    }

    private static int compare(long head, long time, long otherHead, long otherTime) {
        int byKey = Long.compare(head >>> 32, otherHead >>> 32);
        if (byKey != 0) {
            return byKey;
        }
        int byTime = Long.compare(time, otherTime);
        return byTime != 0 ? byTime : Long.compare(head >>> 8 & 0xff, otherHead >>> 8 & 0xff);
    }

    /**
     * Sorts what was added; nothing may be added after this.
     *
     * @param keys all keys are below
     */
    public SortedRecords sort(int keys) {
        if (pieces.isEmpty()) {
            long[] begins = new long[keys + 1];
            for (int i = 0; i < count; i++) {
                begins[(int) (piece[i * LONGS] >>> 32) + 1] += SIZE;
            }
            for (int key = 0; key < keys; key++) {
                begins[key + 1] += begins[key];
            }
            ScratchBytes result = ScratchBytes.create((long) count * SIZE, Integer.MAX_VALUE - 16, purpose);
            write(sorted(), result, 0);
            piece = new long[0];
            return new SortedRecords(result, begins);
        }
        spill();
        piece = new long[0];
        ScratchBytes result = ScratchBytes.create(Long.MAX_VALUE, 0, purpose);
        try {
            return new SortedRecords(result, mergePieces(result, keys));
        } catch (RuntimeException e) {
            result.close();
            throw e;
        } finally {
            close();
        }
    }

    private long[] mergePieces(ScratchBytes result, int keys) {
        int bufferSize = Math.max(4096, mostInPiece * SIZE / pieces.size()) / SIZE * SIZE;
        List<Piece> sources = new ArrayList<>();
        for (long[] range : pieces) {
            sources.add(new Piece(range[0], range[1], bufferSize));
        }
        long[] begins = new long[keys + 1];
        ByteBuffer out = ByteBuffer.allocate(1365 * SIZE);
        long written = 0;
        int key = 0;
        PriorityQueue<Piece> first = new PriorityQueue<>(sources);
        while (!first.isEmpty()) {
            Piece piece = first.remove();
            int itsKey = (int) (piece.head() >>> 32);
            while (key < itsKey) {
                begins[++key] = written + out.position();
            }
            piece.copyTo(out);
            if (!out.hasRemaining()) {
                result.write(written, out.array(), 0, out.position());
                written += out.position();
                out.clear();
            }
            if (piece.advance()) {
                first.add(piece);
            }
        }
        result.write(written, out.array(), 0, out.position());
        while (key < keys) {
            begins[++key] = written + out.position();
        }
        return begins;
    }

    /** A sorted piece; pieces are ordered by their first records, equal ones in the order of adding. */
    private final class Piece implements Comparable<Piece> {
        private final long begin;
        private final long end;
        private long position;
        private final ByteBuffer buffer;

        Piece(long begin, long end, int bufferSize) {
            this.begin = begin;
            this.end = end;
            this.position = begin;
            this.buffer = ByteBuffer.allocate(bufferSize).limit(0);
            fill();
        }

        private void fill() {
            int size = (int) Math.min(buffer.capacity(), end - position);
            readFully(spilled, position, buffer.array(), size);
            position += size;
            buffer.position(0).limit(size);
        }

        long head() {
            return buffer.getLong(buffer.position());
        }

        private long time() {
            return buffer.getLong(buffer.position() + Long.BYTES);
        }

        @Override
        public int compareTo(Piece other) {
            int order = RecordSorter.compare(head(), time(), other.head(), other.time());
            return order != 0 ? order : Long.compare(begin, other.begin);
        }

        void copyTo(ByteBuffer out) {
            out.put(buffer.array(), buffer.position(), SIZE);
        }

        boolean advance() {
            buffer.position(buffer.position() + SIZE);
            if (!buffer.hasRemaining()) {
                fill();
            }
            return buffer.hasRemaining();
        }
    }

    static void readFully(ByteSource source, long position, byte[] target, int size) {
        try {
            for (int filled = 0; filled < size; ) {
                int read = source.read(position + filled, target, filled, size - filled);
                if (read < 0) {
                    throw new IOException("it is too short");
                }
                filled += read;
            }
        } catch (IOException e) {
            throw FileErrors.unreadable("A temporary file", e);
        }
    }

    @Override
    public void close() {
        spilled.close();
    }
}
