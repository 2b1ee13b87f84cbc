package org.tailback.program;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/**
 * Buffer of the operations of one rank that have been produced and not yet performed: a ring of items in one array,
 * read by position. Position 0 is the next operation. A waitall, waitany or waitsome is followed by its requests, which
 * are also items of the ring. A replay has one buffer per rank and often switches between ranks: the values of an item
 * are adjacent in memory, and an emptied ring begins again at the front of its array, which may still be in the
 * processor's cache.
 */
@Internal
public final class OperationBuffer implements OperationSink {
    private static final byte REQUEST_ITEM = (byte) OperationKind.values().length;
    private static final SendMode[] MODES = SendMode.values();
    private static final int FIRST_LIST = OperationKind.WAITALL.ordinal();
    private static final int LAST_LIST = OperationKind.WAITSOME.ordinal();
    private static final int IPROBE = OperationKind.IPROBE.ordinal();
    private static final int START = OperationKind.START.ordinal();

    /**
     * Number of longs per item, a power of two. An item is: kind, mode << 8 and request << 32; peer and tag << 32;
     * communicator; value.
     */
    private static final int STRIDE = 4;

    private static final int INITIAL_CAPACITY = 8;

    private long[] items = new long[STRIDE * INITIAL_CAPACITY];
    /**
     * Programs of started progress threads and receivers of the outcomes of iprobes, in the order of the operations.
     */
    private @Nullable ArrayDeque<Object> attached;

    /** Index of the first item in the array. */
    private int head;

    private int size;

    /** Returns the number of items in the ring, including the requests of a waitall. */
    public int size() {
        return size;
    }

    /** Returns the kind of the operation at a position. */
    public OperationKind kind(int position) {
        return OperationKind.ofCode((byte) items[index(position)]);
    }

    /** Returns the request of an isend, irecv or wait, or of the i-th request of a waitall at position + 1 + i. */
    public int request(int position) {
        return (int) (items[index(position)] >> 32);
    }

    /**
     * Returns the peer rank of a send, receive or probe, or the number of requests of a waitall, waitany or waitsome.
     */
    public int peer(int position) {
        return (int) items[index(position) + 1];
    }

    /** Returns the tag of a send or receive. */
    public int tag(int position) {
        return (int) (items[index(position) + 1] >> 32);
    }

    /** Returns the communicator of a send, receive or probe. */
    public int communicator(int position) {
        return (int) items[index(position) + 2];
    }

    /** Returns the mode of a send. */
    public SendMode mode(int position) {
        return MODES[(byte) (items[index(position)] >> 8)];
    }

    /** Returns the size of a send or receive in bytes. */
    public long bytes(int position) {
        return items[index(position) + 3];
    }

    /** Returns the duration of a computation in seconds. */
    public double seconds(int position) {
        return Double.longBitsToDouble(items[index(position) + 3]);
    }

    /** Returns the position of the operation that follows the operation at a position. */
    public int after(int position) {
        int index = index(position);
        int kind = (byte) items[index];
        return position + 1 + (kind >= FIRST_LIST && kind <= LAST_LIST ? (int) items[index + 1] : 0);
    }

    /** Returns the program of the progress thread started by the operation at position 0, which must be a start. */
    public Program progressThread() {
        return (Program) allAttached().getFirst();
    }

    /** Returns the receiver of the outcome of the operation at position 0, which must be an iprobe. */
    public ProbeOutcome outcome() {
        return (ProbeOutcome) allAttached().getFirst();
    }

    private ArrayDeque<Object> allAttached() {
        ArrayDeque<Object> all = attached;
        if (all == null) {
            all = new ArrayDeque<>(2);
            attached = all;
        }
        return all;
    }

    /** Removes the operation at position 0. */
    public void removeFirst() {
        if ((byte) items[head] == IPROBE || (byte) items[head] == START) {
            allAttached().removeFirst();
        }
        int count = after(0);
        size -= count;
        head = size == 0 ? 0 : index(count);
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        append(OperationKind.ISEND, request, destination, tag, communicator, bytes, mode);
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        append(OperationKind.IRECV, request, source, tag, communicator, bytes, SendMode.STANDARD);
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        append(OperationKind.SEND, 0, destination, tag, communicator, bytes, mode);
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        append(OperationKind.RECV, 0, source, tag, communicator, bytes, SendMode.STANDARD);
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        append(OperationKind.PROBE, 0, source, tag, communicator, 0, SendMode.STANDARD);
    }

    @Override
    public void iprobe(int source, int tag, int communicator, ProbeOutcome outcome) {
        append(OperationKind.IPROBE, 0, source, tag, communicator, 0, SendMode.STANDARD);
        allAttached().add(outcome);
    }

    @Override
    public void await(int request) {
        append(OperationKind.WAIT, request, 0, 0);
    }

    @Override
    public void awaitAll(int[] requestList, int count) {
        appendList(OperationKind.WAITALL, requestList, count);
    }

    @Override
    public void awaitAny(int[] requestList, int count) {
        appendList(OperationKind.WAITANY, requestList, count);
    }

    @Override
    public void awaitSome(int[] requestList, int count) {
        appendList(OperationKind.WAITSOME, requestList, count);
    }

    @Override
    public void free(int request) {
        append(OperationKind.FREE, request, 0, 0);
    }

    @Override
    public void cancel(int request) {
        append(OperationKind.CANCEL, request, 0, 0);
    }

    @Override
    public void compute(double seconds) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new InputException("a computation must take a finite time >= 0, not " + seconds + " s");
        }
        append(OperationKind.COMPUTE, 0, 0, Double.doubleToRawLongBits(seconds));
    }

    @Override
    public void start(int request, Program progressThread) {
        append(OperationKind.START, request, 0, 0);
        allAttached().add(progressThread);
    }

    /** Throws an exception, because collectives must be expanded to point-to-point operations before a replay. */
    @Override
    public void collective(CollectiveCall call) {
        throw new InputException("the collective operation " + call.kind().label()
                + " must be expanded into messages. Run the program with org.tailback.simulation.Simulation (artifact"
                + " tailback-simulation), which expands it");
    }

    /** Throws an exception, as {@link #collective} does. */
    @Override
    public void icollective(int request, CollectiveCall call) {
        collective(call);
    }

    private void append(OperationKind kind, int request, int peer, long value) {
        append(kind.ordinal(), request, peer, 0, WORLD, value, 0);
    }

    private void append(
            OperationKind kind, int request, int peer, int tag, int communicator, long value, SendMode mode) {
        append(kind.ordinal(), request, peer, tag, communicator, value, mode.ordinal());
    }

    private void appendList(OperationKind kind, int[] requestList, int count) {
        append(kind, 0, count, 0);
        for (int i = 0; i < count; i++) {
            append(REQUEST_ITEM, requestList[i], 0, 0, WORLD, 0, 0);
        }
    }

    private void append(int kind, int request, int peer, int tag, int communicator, long value, int mode) {
        if (STRIDE * size == items.length) {
            grow();
        }
        int index = index(size++);
        items[index] = kind | mode << 8 | (long) request << 32;
        items[index + 1] = peer & 0xffff_ffffL | (long) tag << 32;
        items[index + 2] = communicator;
        items[index + 3] = value;
    }

    private int index(int position) {
        return head + STRIDE * position & items.length - 1;
    }

    private void grow() {
        int old = items.length;
        // growth by a factor of four: most buffers grow once, to the size of one call of produce
        long[] longer = new long[Math.multiplyExact(4, old)];
        System.arraycopy(items, head, longer, 0, old - head);
        System.arraycopy(items, 0, longer, old - head, head);
        items = longer;
        head = 0;
    }
}
