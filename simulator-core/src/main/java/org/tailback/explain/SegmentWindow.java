package org.tailback.explain;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationKind;

/**
 * The last segments of a log up to a number, as columns: at most {@code size} of them, some 60 bytes each. O(1) each.
 */
final class SegmentWindow {
    /** No segment: the start of the replay. */
    static final long NONE = -1;

    private static final int FIRST_CAPACITY = 1024;
    private static final SegmentKind[] KINDS = SegmentKind.values();
    private static final OperationKind[] OPERATIONS = OperationKind.values();

    private final int size;
    private final long last;
    private int capacity;
    private long count;
    private long[] previous;
    private double[] from;
    private double[] to;
    private byte[] kind;
    private int[] rank;
    private int[] sender;
    private int[] receiver;
    private int[] tag;
    private int[] communicator;
    private long[] bytes;
    private long[] serial;
    private byte[] operation;

    /**
     * @param size most segments that are held, >= 1
     * @param last the last segment to hold, later ones are dropped; {@link Long#MAX_VALUE} to hold the last of all
     */
    SegmentWindow(int size, long last) {
        this.size = size;
        this.last = last;
        capacity = (int) Math.min(size, last == Long.MAX_VALUE ? FIRST_CAPACITY : last + 1);
        previous = new long[capacity];
        from = new double[capacity];
        to = new double[capacity];
        kind = new byte[capacity];
        rank = new int[capacity];
        sender = new int[capacity];
        receiver = new int[capacity];
        tag = new int[capacity];
        communicator = new int[capacity];
        bytes = new long[capacity];
        serial = new long[capacity];
        operation = new byte[capacity];
    }

    /** Appends a segment from a point to a time, and moves the point there. */
    void append(Point point, double until, SegmentKind what, int itsRank, @Nullable TracedMessage message) {
        long number = count++;
        if (number <= last && (last == Long.MAX_VALUE || number > last - size)) {
            if (number == capacity && capacity < size) {
                grow();
            }
            int slot = (int) (number % capacity);
            previous[slot] = point.segment;
            from[slot] = point.time;
            to[slot] = until;
            kind[slot] = (byte) what.ordinal();
            rank[slot] = itsRank;
            sender[slot] = message == null ? -1 : message.sender;
            if (message != null) {
                receiver[slot] = message.receiver;
                tag[slot] = message.tag;
                communicator[slot] = message.communicator;
                bytes[slot] = message.bytes;
                serial[slot] = message.serial;
                operation[slot] = (byte) message.operation.ordinal();
            }
        }
        point.segment = number;
        point.time = until;
    }

    /** Numbers are their own slots as long as the window has not its full size. */
    private void grow() {
        capacity = Math.min(size, 2 * capacity);
        previous = Arrays.copyOf(previous, capacity);
        from = Arrays.copyOf(from, capacity);
        to = Arrays.copyOf(to, capacity);
        kind = Arrays.copyOf(kind, capacity);
        rank = Arrays.copyOf(rank, capacity);
        sender = Arrays.copyOf(sender, capacity);
        receiver = Arrays.copyOf(receiver, capacity);
        tag = Arrays.copyOf(tag, capacity);
        communicator = Arrays.copyOf(communicator, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        serial = Arrays.copyOf(serial, capacity);
        operation = Arrays.copyOf(operation, capacity);
    }

    boolean holds(long number) {
        return number <= last && number >= Math.min(count, last == Long.MAX_VALUE ? count : last + 1) - capacity;
    }

    /** The segment before one that is held, or {@link #NONE}. */
    long previous(long number) {
        return previous[slot(number)];
    }

    /** A segment that is held. */
    Segment segment(long number) {
        int slot = slot(number);
        ChainMessage message =
                sender[slot] < 0 ? null : new ChainMessage(sender[slot], receiver[slot], tag[slot], bytes[slot]);
        return new Segment(rank[slot], from[slot], to[slot], KINDS[kind[slot]], message, null);
    }

    /** The position of the message of a segment that is held among all messages that moved. */
    long serial(long number) {
        return serial[slot(number)];
    }

    /** The operation that sent the message of a segment that is held. */
    OperationKind operation(long number) {
        return OPERATIONS[operation[slot(number)]];
    }

    /** The communicator of the message of a segment that is held. */
    int communicator(long number) {
        return communicator[slot(number)];
    }

    private int slot(long number) {
        return (int) (number % capacity);
    }
}
