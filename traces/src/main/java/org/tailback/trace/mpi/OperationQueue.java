package org.tailback.trace.mpi;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;

/**
 * Operations of one rank that are known to have happened but cannot be handed on yet: because one at the front is a receive
 * whose source is recorded only where it completes, or because the call to which they belong has not ended.
 *
 * <p>A ring of primitive columns. An operation is named by its sequence number, from 0, which it keeps.
 */
final class OperationQueue {
    private static final byte SEND = 0;
    private static final byte ISEND = 1;
    private static final byte RECEIVE = 2;
    private static final byte IRECEIVE = 3;
    private static final byte WAIT = 4;
    private static final byte WAITALL = 5;
    /** A request of the waitall, waitany or waitsome before it. */
    private static final byte ITEM = 6;

    private static final byte FREE = 7;
    private static final byte CANCEL = 8;
    private static final byte COMPUTE = 9;
    private static final byte COLLECTIVE = 10;
    private static final byte ICOLLECTIVE = 11;
    /** One of which the whole call is known. */
    private static final byte CALL = 12;

    /** A non-blocking one of which the whole call is known. */
    private static final byte ICALL = 13;

    private static final byte WAITANY = 14;
    private static final byte WAITSOME = 15;
    private static final byte DROPPED = 16;
    /** From here on nothing can be handed on. */
    private static final byte UNKNOWN_IRECEIVE = 17;

    private static final byte UNKNOWN_COLLECTIVE = 18;
    private static final byte UNKNOWN_ICOLLECTIVE = 19;

    private static final CollectiveCall.Kind[] COLLECTIVES = CollectiveCall.Kind.values();
    private static final SendMode[] MODES = SendMode.values();
    private static final int INITIAL_CAPACITY = 16;

    private byte[] kinds = new byte[INITIAL_CAPACITY];
    /** Request; of a collective its kind; of a waitall, waitany or waitsome the number of requests. */
    private int[] requests = new int[INITIAL_CAPACITY];
    /** World rank; of a collective the root. */
    private int[] peers = new int[INITIAL_CAPACITY];
    /** Tag; of a non-blocking collective its request. */
    private int[] tags = new int[INITIAL_CAPACITY];

    private byte[] modes = new byte[INITIAL_CAPACITY];
    private @Nullable Communicator[] communicators = new @Nullable Communicator[INITIAL_CAPACITY];
    /** Bytes; of a computation the bits of its seconds; of a collective the bytes sent. */
    private long[] sizes = new long[INITIAL_CAPACITY];
    /** Of a collective the bytes received. */
    private long[] received = new long[INITIAL_CAPACITY];

    /** Of a collective of which the whole call is known. */
    private @Nullable CollectiveCall[] collectiveCalls = new @Nullable CollectiveCall[INITIAL_CAPACITY];

    private long[] enters = new long[INITIAL_CAPACITY];
    private long[] leaves = new long[INITIAL_CAPACITY];
    private @Nullable MpiCall[] calls = new @Nullable MpiCall[INITIAL_CAPACITY];
    private long[] callNumbers = new long[INITIAL_CAPACITY];
    private long first;
    private long end;
    private int[] listed = new int[2];

    /** The sequence number of the next operation to be added. */
    long end() {
        return end;
    }

    int size() {
        return (int) (end - first);
    }

    private int add(byte kind) {
        if (size() == kinds.length) {
            grow();
        }
        int index = index(end++);
        kinds[index] = kind;
        communicators[index] = null;
        collectiveCalls[index] = null;
        return index;
    }

    private void addForRequest(byte kind, int request) {
        int index = add(kind); // which may replace the arrays
        requests[index] = request;
    }

    void send(int peer, int tag, @Nullable Communicator communicator, long bytes, SendMode mode) {
        setMessage(add(SEND), peer, tag, communicator, bytes, mode);
    }

    void isend(int request, int peer, int tag, @Nullable Communicator communicator, long bytes, SendMode mode) {
        int index = add(ISEND);
        requests[index] = request;
        setMessage(index, peer, tag, communicator, bytes, mode);
    }

    void receive(int peer, int tag, @Nullable Communicator communicator, long bytes) {
        setMessage(add(RECEIVE), peer, tag, communicator, bytes, SendMode.STANDARD);
    }

    void ireceive(int request, int peer, int tag, @Nullable Communicator communicator, long bytes) {
        long sequence = unknownIreceive(request);
        resolve(sequence, peer, tag, communicator, bytes);
    }

    /** A receive whose message will be told by {@link #resolve}, or which will be {@link #drop}ped. */
    long unknownIreceive(int request) {
        addForRequest(UNKNOWN_IRECEIVE, request);
        return end - 1;
    }

    /** A receive from any source or with any tag, of which {@link #resolve} may still tell the message. */
    long postedIreceive(int request, int peer, int tag, @Nullable Communicator communicator, long bytes) {
        long sequence = unknownIreceive(request);
        setMessage(index(sequence), peer, tag, communicator, bytes, SendMode.STANDARD);
        return sequence;
    }

    /** Nothing more will be told of it. */
    void resolveAsPosted(long sequence) {
        kinds[index(sequence)] = IRECEIVE;
    }

    @Nullable
    Communicator communicatorOf(long sequence) {
        return communicators[index(sequence)];
    }

    void resolve(long sequence, int peer, int tag, @Nullable Communicator communicator, long bytes) {
        int index = index(sequence);
        kinds[index] = IRECEIVE;
        setMessage(index, peer, tag, communicator, bytes, SendMode.STANDARD);
    }

    private void setMessage(
            int index, int peer, int tag, @Nullable Communicator communicator, long bytes, SendMode mode) {
        peers[index] = peer;
        tags[index] = tag;
        communicators[index] = communicator;
        sizes[index] = bytes;
        modes[index] = (byte) mode.ordinal();
    }

    void await(int[] awaited, int count) {
        if (count == 1) {
            addForRequest(WAIT, awaited[0]);
        } else {
            addList(WAITALL, awaited, count);
        }
    }

    void awaitAny(int[] awaited, int count) {
        addList(WAITANY, awaited, count);
    }

    void awaitSome(int[] awaited, int count) {
        addList(WAITSOME, awaited, count);
    }

    private void addList(byte kind, int[] awaited, int count) {
        addForRequest(kind, count);
        for (int i = 0; i < count; i++) {
            addForRequest(ITEM, awaited[i]);
        }
    }

    void free(int request) {
        addForRequest(FREE, request);
    }

    void cancel(int request) {
        addForRequest(CANCEL, request);
    }

    void compute(double seconds, long from, long to, long callNumber) {
        int index = add(COMPUTE);
        sizes[index] = Double.doubleToRawLongBits(seconds);
        enters[index] = from;
        leaves[index] = to;
        calls[index] = null;
        callNumbers[index] = callNumber;
    }

    /** A collective whose parameters will be told by {@link #resolveCollective}, or which will be {@link #drop}ped. */
    long unknownCollective() {
        add(UNKNOWN_COLLECTIVE);
        return end - 1;
    }

    /** The same for a non-blocking one. */
    long unknownIcollective(int request) {
        int index = add(UNKNOWN_ICOLLECTIVE);
        tags[index] = request;
        return end - 1;
    }

    void collective(CollectiveCall call) {
        int index = add(CALL);
        collectiveCalls[index] = call;
    }

    void icollective(int request, CollectiveCall call) {
        int index = add(ICALL);
        tags[index] = request;
        collectiveCalls[index] = call;
    }

    void resolveCollective(
            long sequence, CollectiveCall.Kind kind, Communicator communicator, int root, long sent, long got) {
        int index = index(sequence);
        kinds[index] = kinds[index] == UNKNOWN_ICOLLECTIVE ? ICOLLECTIVE : COLLECTIVE;
        requests[index] = kind.ordinal();
        communicators[index] = communicator;
        peers[index] = root;
        sizes[index] = sent;
        received[index] = got;
    }

    /** Takes an operation back. */
    void drop(long sequence) {
        kinds[index(sequence)] = DROPPED;
    }

    /** Says to which call the operations from a sequence number on belong, computations excepted. */
    void endCall(long from, MpiCall call, long callNumber, long enter, long leave) {
        for (long sequence = Math.max(from, first); sequence < end; sequence++) {
            int index = index(sequence);
            if (kinds[index] != COMPUTE) {
                calls[index] = call;
                callNumbers[index] = callNumber;
                enters[index] = enter;
                leaves[index] = leave;
            }
        }
    }

    /**
     * Whether there is a first operation that can be handed on; what was dropped is forgotten.
     *
     * @param limit sequence number from which on nothing may be handed on
     */
    boolean ready(long limit) {
        while (first < end && first < limit) {
            byte kind = kinds[index(first)];
            if (kind != DROPPED) {
                return kind < UNKNOWN_IRECEIVE;
            }
            first++;
        }
        return false;
    }

    /** When the first operation's call was entered, ticks. */
    long enter() {
        return enters[index(first)];
    }

    long leave() {
        return leaves[index(first)];
    }

    /** The call of the first operation; null for a computation. */
    @Nullable
    MpiCall call() {
        return calls[index(first)];
    }

    /** How long the first operation, a computation, takes; seconds. */
    double seconds() {
        return Double.longBitsToDouble(sizes[index(first)]);
    }

    long callNumber() {
        return callNumbers[index(first)];
    }

    /** Forgets the first operation. */
    void remove() {
        int index = index(first);
        byte kind = kinds[index];
        first += kind == WAITALL || kind == WAITANY || kind == WAITSOME ? requests[index] + 1 : 1;
    }

    /** Performs the first operation. */
    void perform(OperationSink sink, CollectiveCalls collectives) {
        int index = index(first);
        switch (kinds[index]) {
            case SEND -> sink.send(peers[index], tags[index], communicator(index), sizes[index], MODES[modes[index]]);
            case ISEND ->
                sink.isend(
                        requests[index],
                        peers[index],
                        tags[index],
                        communicator(index),
                        sizes[index],
                        MODES[modes[index]]);
            case RECEIVE -> sink.recv(peers[index], tags[index], communicator(index), sizes[index]);
            case IRECEIVE -> sink.irecv(requests[index], peers[index], tags[index], communicator(index), sizes[index]);
            case WAIT -> sink.await(requests[index]);
            case WAITALL -> sink.awaitAll(items(requests[index]), requests[index]);
            case WAITANY -> sink.awaitAny(items(requests[index]), requests[index]);
            case WAITSOME -> sink.awaitSome(items(requests[index]), requests[index]);
            case FREE -> sink.free(requests[index]);
            case CANCEL -> sink.cancel(requests[index]);
            case COMPUTE -> sink.compute(Double.longBitsToDouble(sizes[index]));
            case COLLECTIVE -> sink.collective(collectiveCall(index, collectives));
            case ICOLLECTIVE -> sink.icollective(tags[index], collectiveCall(index, collectives));
            case CALL -> sink.collective(Objects.requireNonNull(collectiveCalls[index]));
            case ICALL -> sink.icollective(tags[index], Objects.requireNonNull(collectiveCalls[index]));
            default -> throw new IllegalStateException("not ready");
        }
    }

    private CollectiveCall collectiveCall(int index, CollectiveCalls collectives) {
        return collectives.call(
                COLLECTIVES[requests[index]],
                Objects.requireNonNull(communicators[index]),
                peers[index],
                sizes[index],
                received[index]);
    }

    private int communicator(int index) {
        Communicator communicator = communicators[index];
        return communicator == null ? OperationSink.WORLD : communicator.number();
    }

    private int[] items(int count) {
        if (listed.length < count) {
            listed = new int[Math.max(count, 2 * listed.length)];
        }
        for (int i = 0; i < count; i++) {
            listed[i] = requests[index(first + 1 + i)];
        }
        return listed;
    }

    private int index(long sequence) {
        return (int) sequence & kinds.length - 1;
    }

    /** Doubles the ring. A sequence number's place is its lower bits, of which there is one more then. */
    private void grow() {
        int old = kinds.length;
        kinds = Arrays.copyOf(kinds, 2 * old);
        requests = Arrays.copyOf(requests, 2 * old);
        peers = Arrays.copyOf(peers, 2 * old);
        tags = Arrays.copyOf(tags, 2 * old);
        modes = Arrays.copyOf(modes, 2 * old);
        communicators = Arrays.copyOf(communicators, 2 * old);
        sizes = Arrays.copyOf(sizes, 2 * old);
        received = Arrays.copyOf(received, 2 * old);
        collectiveCalls = Arrays.copyOf(collectiveCalls, 2 * old);
        enters = Arrays.copyOf(enters, 2 * old);
        leaves = Arrays.copyOf(leaves, 2 * old);
        calls = Arrays.copyOf(calls, 2 * old);
        callNumbers = Arrays.copyOf(callNumbers, 2 * old);
        for (long sequence = first; sequence < end; sequence++) {
            int from = (int) sequence & old - 1;
            int to = index(sequence);
            if (from != to) {
                kinds[to] = kinds[from];
                requests[to] = requests[from];
                peers[to] = peers[from];
                tags[to] = tags[from];
                modes[to] = modes[from];
                communicators[to] = communicators[from];
                sizes[to] = sizes[from];
                received[to] = received[from];
                collectiveCalls[to] = collectiveCalls[from];
                enters[to] = enters[from];
                leaves[to] = leaves[from];
                calls[to] = calls[from];
                callNumbers[to] = callNumbers[from];
            }
        }
    }
}
