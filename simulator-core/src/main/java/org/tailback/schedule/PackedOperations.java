package org.tailback.schedule;

import java.util.Arrays;
import org.tailback.columns.Columns;
import org.tailback.error.InputException;

/**
 * The operations of a schedule in consecutive records of 20 bytes, so that all data of an operation, including its only
 * successor, are adjacent in memory. Rare values are stored separately: sizes of 2^31 and more, and lists of several
 * successors or of operations that wait for a start (4 bytes each, and 8 per list). The storage grows in pieces,
 * without copying.
 */
abstract class PackedOperations implements Schedule {
    private static final int PIECE_BITS = 16;
    private static final int PIECE_MASK = (1 << PIECE_BITS) - 1;
    private static final int MAX_OPERATIONS = Integer.MAX_VALUE - 16;
    private static final int MAX_LISTS = Integer.MAX_VALUE - 16;

    private static final int HEAD = 0;
    private static final int PEER = 1;
    private static final int TAG = 2;
    /**
     * Offset of the size in a record; a size of more than 31 bits is replaced by the complement of its index in {@link
     * #largeSizes}.
     */
    private static final int SIZE = 3;
    /** Offset in a record of the successor, or of the index at which the list of successors begins. */
    private static final int SUCCESSORS = 4;

    private static final int INTS = 5;

    /** Masks and shifts of the fields of the head: the kind, the form of the successors, CPU and NIC. */
    private static final int KIND_MASK = 3;

    private static final int FORM_MASK = 3 << 2;
    private static final int ONE_SUCCESSOR = 1 << 2;
    private static final int LIST = 2 << 2;
    private static final int CPU_SHIFT = 4;
    private static final int NIC_SHIFT = 12;
    private int ranks;
    /** First operation by rank, followed by the number of all operations. */
    private int[] firstOperation = new int[17];

    private int[][] pieces = new int[4][];
    private int size;
    private long[] largeSizes = new long[4];
    private int largeSizesUsed;
    private int[] lists = new int[64];
    private int listsUsed;

    /**
     * Appends an operation.
     *
     * @throws InputException if there are more operations than the schedule can hold (about 2^31)
     */
    void add(Kind kind, long bytesOrDuration, int peer, int tag, int cpu, int nic) {
        if (size == MAX_OPERATIONS) {
            throw new InputException(
                    "the schedule has more than " + MAX_OPERATIONS + " operations; convert it to a binary file");
        }
        int piece = size >>> PIECE_BITS;
        pieces = Columns.fit(pieces, piece);
        if (pieces[piece] == null) {
            pieces[piece] = new int[INTS << PIECE_BITS];
        }
        int[] records = pieces[piece];
        int at = (size & PIECE_MASK) * INTS;
        records[at + HEAD] = kind.ordinal() | cpu << CPU_SHIFT | nic << NIC_SHIFT;
        records[at + PEER] = peer;
        records[at + TAG] = tag;
        records[at + SIZE] = bytesOrDuration >>> 31 == 0 ? (int) bytesOrDuration : ~largeSize(bytesOrDuration);
        size++;
    }

    /**
     * Sets the only successor of the operation that was appended last; the successor waits for the completion of the
     * operation.
     */
    void oneSuccessor(int successor) {
        int[] records = pieces[(size - 1) >>> PIECE_BITS];
        int at = ((size - 1) & PIECE_MASK) * INTS;
        records[at + HEAD] |= ONE_SUCCESSOR;
        records[at + SUCCESSORS] = successor;
    }

    /**
     * Begins the list of successors of the operation that was appended last. One call of {@link #listed} must follow
     * for each successor.
     */
    void beginList(int onCompletion, int onStart) {
        int[] records = pieces[(size - 1) >>> PIECE_BITS];
        int at = ((size - 1) & PIECE_MASK) * INTS;
        records[at + HEAD] |= LIST;
        records[at + SUCCESSORS] = listsUsed;
        listed(onCompletion);
        listed(onStart);
    }

    /**
     * Appends a successor to the list. Successors that wait for the completion must be appended before successors that
     * wait for the start.
     */
    void listed(int successor) {
        if (listsUsed == lists.length) {
            if (listsUsed == MAX_LISTS) {
                throw new InputException(
                        "the schedule has more than " + MAX_LISTS + " dependencies; convert it to a binary file");
            }
            lists = Arrays.copyOf(lists, (int) Math.min(MAX_LISTS, listsUsed * 3L / 2));
        }
        lists[listsUsed++] = successor;
    }

    /** Ends a rank. Its operations are all operations appended since the end of the previous rank. */
    void endRank() {
        firstOperation = Columns.fit(firstOperation, ++ranks);
        firstOperation[ranks] = size;
    }

    void finish() {
        lists = Arrays.copyOf(lists, listsUsed);
        if (size > 0) {
            int last = (size - 1) >>> PIECE_BITS;
            pieces[last] = Arrays.copyOf(pieces[last], (((size - 1) & PIECE_MASK) + 1) * INTS);
        }
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public long operations() {
        return size;
    }

    @Override
    public int operations(int rank) {
        return firstOperation[rank + 1] - firstOperation[rank];
    }

    @Override
    public Kind kind(int rank, int operation) {
        return Kind.of(field(rank, operation, HEAD) & KIND_MASK);
    }

    @Override
    public long size(int rank, int operation) {
        int number = field(rank, operation, SIZE);
        return number >= 0 ? number : largeSizes[~number];
    }

    @Override
    public int peer(int rank, int operation) {
        return field(rank, operation, PEER);
    }

    @Override
    public int tag(int rank, int operation) {
        return field(rank, operation, TAG);
    }

    @Override
    public int cpu(int rank, int operation) {
        return field(rank, operation, HEAD) >> CPU_SHIFT & 0xff;
    }

    @Override
    public int nic(int rank, int operation) {
        return field(rank, operation, HEAD) >> NIC_SHIFT & 0xff;
    }

    @Override
    public int completionSuccessors(int rank, int operation) {
        int form = field(rank, operation, HEAD) & FORM_MASK;
        return form == LIST ? lists[field(rank, operation, SUCCESSORS)] : form == ONE_SUCCESSOR ? 1 : 0;
    }

    @Override
    public int completionSuccessor(int rank, int operation, int index) {
        int successors = field(rank, operation, SUCCESSORS);
        return (field(rank, operation, HEAD) & FORM_MASK) == ONE_SUCCESSOR ? successors : lists[successors + 2 + index];
    }

    @Override
    public int startSuccessors(int rank, int operation) {
        return (field(rank, operation, HEAD) & FORM_MASK) == LIST ? lists[field(rank, operation, SUCCESSORS) + 1] : 0;
    }

    @Override
    public int startSuccessor(int rank, int operation, int index) {
        int list = field(rank, operation, SUCCESSORS);
        return lists[list + 2 + lists[list] + index];
    }

    private int field(int rank, int ofRank, int field) {
        int operation = firstOperation[rank] + ofRank;
        return pieces[operation >>> PIECE_BITS][(operation & PIECE_MASK) * INTS + field];
    }

    private int largeSize(long value) {
        largeSizes = Columns.fit(largeSizes, largeSizesUsed);
        largeSizes[largeSizesUsed] = value;
        return largeSizesUsed++;
    }
}
