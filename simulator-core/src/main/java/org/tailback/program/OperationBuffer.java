package org.tailback.program;

import java.util.Arrays;
import org.tailback.error.InputException;

/**
 * The operations of one rank that have been produced and not yet performed: a ring of primitive columns, read by
 * position. Position 0 is the next operation. A waitall is followed by its requests, which are items of the ring too.
 */
public final class OperationBuffer implements OperationSink {
    private static final byte WAITALL_ITEM = (byte) OperationKind.values().length;
    private static final int INITIAL_CAPACITY = 16;

    private byte[] kinds = new byte[INITIAL_CAPACITY];
    private int[] requests = new int[INITIAL_CAPACITY];
    private int[] peers = new int[INITIAL_CAPACITY];
    private int[] tags = new int[INITIAL_CAPACITY];
    private long[] values = new long[INITIAL_CAPACITY];
    private int head;
    private int size;

    /** How many items the ring holds; waitall requests count. */
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

    /** The other rank of a send or receive; the number of requests of a waitall. */
    public int peer(int position) {
        return peers[index(position)];
    }

    /** The tag of a send or receive. */
    public int tag(int position) {
        return tags[index(position)];
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
        return position + 1 + (kinds[index(position)] == (byte) OperationKind.WAITALL.ordinal() ? peer(position) : 0);
    }

    /** Forgets the operation at position 0. */
    public void removeFirst() {
        int items = after(0);
        head = index(items);
        size -= items;
    }

    @Override
    public void isend(int request, int destination, int tag, long bytes) {
        append(OperationKind.ISEND, request, destination, tag, bytes);
    }

    @Override
    public void irecv(int request, int source, int tag, long bytes) {
        append(OperationKind.IRECV, request, source, tag, bytes);
    }

    @Override
    public void await(int request) {
        append(OperationKind.WAIT, request, 0, 0, 0);
    }

    @Override
    public void awaitAll(int[] awaited, int count) {
        append(OperationKind.WAITALL, 0, count, 0, 0);
        for (int i = 0; i < count; i++) {
            append(WAITALL_ITEM, awaited[i], 0, 0, 0);
        }
    }

    @Override
    public void send(int destination, int tag, long bytes) {
        append(OperationKind.SEND, 0, destination, tag, bytes);
    }

    @Override
    public void recv(int source, int tag, long bytes) {
        append(OperationKind.RECV, 0, source, tag, bytes);
    }

    @Override
    public void compute(double seconds) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new InputException("a computation must take a finite time >= 0, not " + seconds + " s");
        }
        append(OperationKind.COMPUTE, 0, 0, 0, Double.doubleToRawLongBits(seconds));
    }

    /** Not possible here: collectives are expanded to point-to-point operations before they reach a replay. */
    @Override
    public void collective(CollectiveCall call) {
        throw new InputException("the collective " + call.kind().label()
                + " reached the replay as it is. Expand the program's collectives first");
    }

    private void append(OperationKind kind, int request, int peer, int tag, long value) {
        append((byte) kind.ordinal(), request, peer, tag, value);
    }

    private void append(byte kind, int request, int peer, int tag, long value) {
        if (size == kinds.length) {
            grow();
        }
        int index = index(size++);
        kinds[index] = kind;
        requests[index] = request;
        peers[index] = peer;
        tags[index] = tag;
        values[index] = value;
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
