package org.tailback.program;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/**
 * The operations of one rank that have been produced and not yet performed: a ring of primitive columns, read by
 * position. Position 0 is the next operation. A waitall, waitany or waitsome is followed by its requests, which are items
 * of the ring too.
 */
public final class OperationBuffer implements OperationSink {
    private static final byte REQUEST_ITEM = (byte) OperationKind.values().length;
    private static final SendMode[] MODES = SendMode.values();
    private static final int INITIAL_CAPACITY = 8;

    private byte[] kinds = new byte[INITIAL_CAPACITY];
    private int[] requests = new int[INITIAL_CAPACITY];
    private int[] peers = new int[INITIAL_CAPACITY];
    private int[] tags = new int[INITIAL_CAPACITY];
    private int[] communicators = new int[INITIAL_CAPACITY];
    private byte[] modes = new byte[INITIAL_CAPACITY];
    private long[] values = new long[INITIAL_CAPACITY];
    /** Made for the first helper: few programs have any. */
    private @Nullable ArrayDeque<Program> helpers;

    private int head;
    private int size;

    /** How many items the ring holds; the requests of a waitall count. */
    public int size() {
        return size;
    }

    /** The kind of the operation at a position. */
    public OperationKind kind(int position) {
        return OperationKind.ofCode(kinds[index(position)]);
    }

    /** The request of an isend, irecv or wait, or of the i-th request of a waitall at position + 1 + i. */
    public int request(int position) {
        return requests[index(position)];
    }

    /** The other rank of a send, receive or probe; the number of requests of a waitall, waitany or waitsome. */
    public int peer(int position) {
        return peers[index(position)];
    }

    /** The tag of a send or receive. */
    public int tag(int position) {
        return tags[index(position)];
    }

    /** The communicator of a send, receive or probe. */
    public int communicator(int position) {
        return communicators[index(position)];
    }

    /** The mode of a send. */
    public SendMode mode(int position) {
        return MODES[modes[index(position)]];
    }

    /** The size of a send or receive in bytes. */
    public long bytes(int position) {
        return values[index(position)];
    }

    /** The duration of a computation in seconds. */
    public double seconds(int position) {
        return Double.longBitsToDouble(values[index(position)]);
    }

    /** The position of the operation after the one at a position. */
    public int after(int position) {
        return position + 1 + (kind(position).hasRequestList() ? peer(position) : 0);
    }

    /** The program of the helper that the operation at position 0, a start, lets begin. */
    public Program helper() {
        return Objects.requireNonNull(helpers).getFirst();
    }

    /** Forgets the operation at position 0. */
    public void removeFirst() {
        if (kind(0) == OperationKind.START) {
            Objects.requireNonNull(helpers).removeFirst();
        }
        int items = after(0);
        head = index(items);
        size -= items;
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
    public void start(int request, Program helper) {
        append(OperationKind.START, request, 0, 0);
        if (helpers == null) {
            helpers = new ArrayDeque<>(2);
        }
        helpers.add(helper);
    }

    /** Not possible here: collectives are expanded to point-to-point operations before they reach a replay. */
    @Override
    public void collective(CollectiveCall call) {
        throw new InputException("the collective " + call.kind().label()
                + " reached the replay as it is. Expand the program's collectives first");
    }

    /** Not possible here, as {@link #collective}. */
    @Override
    public void icollective(int request, CollectiveCall call) {
        collective(call);
    }

    private void append(OperationKind kind, int request, int peer, long value) {
        append(kind, request, peer, 0, WORLD, value, SendMode.STANDARD);
    }

    private void append(
            OperationKind kind, int request, int peer, int tag, int communicator, long value, SendMode mode) {
        append((byte) kind.ordinal(), request, peer, tag, communicator, value, (byte) mode.ordinal());
    }

    private void appendList(OperationKind kind, int[] requestList, int count) {
        append(kind, 0, count, 0);
        for (int i = 0; i < count; i++) {
            append(REQUEST_ITEM, requestList[i], 0, 0, WORLD, 0, (byte) 0);
        }
    }

    private void append(byte kind, int request, int peer, int tag, int communicator, long value, byte mode) {
        if (size == kinds.length) {
            grow();
        }
        int index = index(size++);
        kinds[index] = kind;
        requests[index] = request;
        peers[index] = peer;
        tags[index] = tag;
        communicators[index] = communicator;
        values[index] = value;
        modes[index] = mode;
    }

    private int index(int position) {
        return (head + position) & (kinds.length - 1);
    }

    private void grow() {
        int old = kinds.length;
        int capacity = 2 * old;
        kinds = unrolled(kinds, capacity);
        requests = unrolled(requests, capacity);
        peers = unrolled(peers, capacity);
        tags = unrolled(tags, capacity);
        communicators = unrolled(communicators, capacity);
        modes = unrolled(modes, capacity);
        long[] longer = new long[capacity];
        System.arraycopy(values, head, longer, 0, old - head);
        System.arraycopy(values, 0, longer, old - head, head);
        values = longer;
        head = 0;
    }

    private byte[] unrolled(byte[] ring, int capacity) {
        byte[] longer = Arrays.copyOf(Arrays.copyOfRange(ring, head, ring.length), capacity);
        System.arraycopy(ring, 0, longer, ring.length - head, head);
        return longer;
    }

    private int[] unrolled(int[] ring, int capacity) {
        int[] longer = Arrays.copyOf(Arrays.copyOfRange(ring, head, ring.length), capacity);
        System.arraycopy(ring, 0, longer, ring.length - head, head);
        return longer;
    }
}
