package org.tailback.trace.mpi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;

/**
 * Operations of one rank that have happened but cannot be passed on yet: a receive at the front whose source is
 * recorded only where it completes, or a call that has not ended. A ring of entries that are used again; a sequence
 * number, from 0, identifies an operation.
 */
final class OperationQueue {
    private enum Kind {
        SEND,
        ISEND,
        RECEIVE,
        IRECEIVE,
        WAIT,
        WAITALL,
        WAITANY,
        WAITSOME,
        /** A request of the wait for several before it. */
        ITEM,
        FREE,
        CANCEL,
        COMPUTE,
        COLLECTIVE,
        ICOLLECTIVE,
        DROPPED,
        /** This and the following kinds block the queue until they are resolved or dropped. */
        UNKNOWN_IRECEIVE,
        UNKNOWN_COLLECTIVE,
        UNKNOWN_ICOLLECTIVE
    }

    private static final class Entry {
        private Kind kind = Kind.DROPPED;
        /** Request; number of requests of a wait for several. */
        private int request;

        private int peer;
        private int tag;
        private long bytes;
        private @Nullable Communicator communicator;
        private SendMode mode = SendMode.STANDARD;
        private double seconds;
        private @Nullable CollectiveCall whole;
        private @Nullable CollectiveRecord recorded;
        private @Nullable MpiCall call;
        private long callNumber;
        private long enter;
        private long leave;

        void setMessage(int ofPeer, int withTag, @Nullable Communicator in, long size, SendMode how) {
            peer = ofPeer;
            tag = withTag;
            communicator = in;
            bytes = size;
            mode = how;
        }
    }

    private Entry[] entries = newEntries(16);
    private long first;
    private long end;
    private int[] listed = new int[2];

    private static Entry[] newEntries(int count) {
        Entry[] created = new Entry[count];
        for (int i = 0; i < count; i++) {
            created[i] = new Entry();
        }
        return created;
    }

    /** Returns the sequence number of the next operation to be added. */
    long end() {
        return end;
    }

    int size() {
        return (int) (end - first);
    }

    private Entry entry(long sequence) {
        return entries[(int) sequence & entries.length - 1];
    }

    private Entry add(Kind kind, int request) {
        if (size() == entries.length) {
            grow();
        }
        Entry entry = entry(end++);
        entry.kind = kind;
        entry.request = request;
        entry.communicator = null;
        entry.whole = null;
        entry.recorded = null;
        return entry;
    }

    private void grow() {
        Entry[] larger = newEntries(2 * entries.length);
        for (long sequence = first; sequence < end; sequence++) {
            larger[(int) sequence & larger.length - 1] = entry(sequence);
        }
        entries = larger;
    }

    void send(int peer, int tag, @Nullable Communicator communicator, long bytes, SendMode mode) {
        add(Kind.SEND, 0).setMessage(peer, tag, communicator, bytes, mode);
    }

    void isend(int request, int peer, int tag, @Nullable Communicator communicator, long bytes, SendMode mode) {
        add(Kind.ISEND, request).setMessage(peer, tag, communicator, bytes, mode);
    }

    void receive(int peer, int tag, @Nullable Communicator communicator, long bytes) {
        add(Kind.RECEIVE, 0).setMessage(peer, tag, communicator, bytes, SendMode.STANDARD);
    }

    void ireceive(int request, int peer, int tag, @Nullable Communicator communicator, long bytes) {
        add(Kind.IRECEIVE, request).setMessage(peer, tag, communicator, bytes, SendMode.STANDARD);
    }

    /** Adds a receive whose message {@link #resolve} sets later, or which is {@link #drop}ped. */
    long unknownIreceive(int request) {
        add(Kind.UNKNOWN_IRECEIVE, request);
        return end - 1;
    }

    /** Adds a receive from any source or with any tag, whose message {@link #resolve} may still set. */
    long postedIreceive(int request, int peer, int tag, @Nullable Communicator communicator, long bytes) {
        long sequence = unknownIreceive(request);
        entry(sequence).setMessage(peer, tag, communicator, bytes, SendMode.STANDARD);
        return sequence;
    }

    /** Leaves a receive as it was posted. */
    void resolveAsPosted(long sequence) {
        entry(sequence).kind = Kind.IRECEIVE;
    }

    @Nullable
    Communicator communicatorOf(long sequence) {
        return entry(sequence).communicator;
    }

    void resolve(long sequence, int peer, int tag, @Nullable Communicator communicator, long bytes) {
        resolveAsPosted(sequence);
        entry(sequence).setMessage(peer, tag, communicator, bytes, SendMode.STANDARD);
    }

    void await(int[] awaited, int count) {
        if (count == 1) {
            add(Kind.WAIT, awaited[0]);
        } else {
            addList(Kind.WAITALL, awaited, count);
        }
    }

    void awaitAny(int[] awaited, int count) {
        addList(Kind.WAITANY, awaited, count);
    }

    void awaitSome(int[] awaited, int count) {
        addList(Kind.WAITSOME, awaited, count);
    }

    private void addList(Kind kind, int[] awaited, int count) {
        add(kind, count);
        for (int i = 0; i < count; i++) {
            add(Kind.ITEM, awaited[i]);
        }
    }

    void free(int request) {
        add(Kind.FREE, request);
    }

    void cancel(int request) {
        add(Kind.CANCEL, request);
    }

    void compute(double seconds, long from, long to, long callNumber) {
        Entry entry = add(Kind.COMPUTE, 0);
        entry.seconds = seconds;
        entry.enter = from;
        entry.leave = to;
        entry.call = null;
        entry.callNumber = callNumber;
    }

    /** Adds a collective operation that {@link #resolveCollective} completes later, or which is {@link #drop}ped. */
    long unknownCollective() {
        add(Kind.UNKNOWN_COLLECTIVE, 0);
        return end - 1;
    }

    /** Adds a non-blocking one, likewise. */
    long unknownIcollective(int request) {
        add(Kind.UNKNOWN_ICOLLECTIVE, request);
        return end - 1;
    }

    void collective(CollectiveCall call) {
        add(Kind.COLLECTIVE, 0).whole = call;
    }

    void icollective(int request, CollectiveCall call) {
        add(Kind.ICOLLECTIVE, request).whole = call;
    }

    /** @param record with a known kind and communicator, and the root's position */
    void resolveCollective(long sequence, CollectiveRecord record) {
        Entry entry = entry(sequence);
        entry.kind = entry.kind == Kind.UNKNOWN_ICOLLECTIVE ? Kind.ICOLLECTIVE : Kind.COLLECTIVE;
        entry.recorded = record;
    }

    /** Takes an operation back. */
    void drop(long sequence) {
        entry(sequence).kind = Kind.DROPPED;
    }

    /** Assigns the operations from a sequence number on, computations excepted, to a call. */
    void endCall(long from, MpiCall call, long callNumber, long enter, long leave) {
        for (long sequence = Math.max(from, first); sequence < end; sequence++) {
            Entry entry = entry(sequence);
            if (entry.kind != Kind.COMPUTE) {
                entry.call = call;
                entry.callNumber = callNumber;
                entry.enter = enter;
                entry.leave = leave;
            }
        }
    }

    /**
     * Returns whether the first operation can be passed on; removes dropped ones before it.
     *
     * @param limit sequence number from which on nothing may be passed on
     */
    boolean ready(long limit) {
        while (first < end && first < limit) {
            Kind kind = entry(first).kind;
            if (kind != Kind.DROPPED) {
                return kind.compareTo(Kind.DROPPED) < 0;
            }
            first++;
        }
        return false;
    }

    /** Returns the time at which the first operation's call was entered, in ticks. */
    long enter() {
        return entry(first).enter;
    }

    /** Returns the time at which it was left, in ticks. */
    long leave() {
        return entry(first).leave;
    }

    /** Returns the call of the first operation; null for a computation. */
    @Nullable
    MpiCall call() {
        return entry(first).call;
    }

    /** Returns the length of the first operation, a computation, without the calls within it; seconds. */
    double seconds() {
        return entry(first).seconds;
    }

    /** Returns a number that is equal for operations of one call, and increasing. */
    long callNumber() {
        return entry(first).callNumber;
    }

    /** Removes the first operation. */
    void remove() {
        Entry entry = entry(first);
        boolean list = entry.kind == Kind.WAITALL || entry.kind == Kind.WAITANY || entry.kind == Kind.WAITSOME;
        first += list ? entry.request + 1 : 1;
    }

    /** Performs the first operation. */
    void perform(OperationSink sink, CollectiveCalls collectives) {
        Entry of = entry(first);
        switch (of.kind) {
            case SEND -> sink.send(of.peer, of.tag, communicator(of), of.bytes, of.mode);
            case ISEND -> sink.isend(of.request, of.peer, of.tag, communicator(of), of.bytes, of.mode);
            case RECEIVE -> sink.recv(of.peer, of.tag, communicator(of), of.bytes);
            case IRECEIVE -> sink.irecv(of.request, of.peer, of.tag, communicator(of), of.bytes);
            case WAIT -> sink.await(of.request);
            case WAITALL -> sink.awaitAll(items(of.request), of.request);
            case WAITANY -> sink.awaitAny(items(of.request), of.request);
            case WAITSOME -> sink.awaitSome(items(of.request), of.request);
            case FREE -> sink.free(of.request);
            case CANCEL -> sink.cancel(of.request);
            case COMPUTE -> sink.compute(of.seconds);
            case COLLECTIVE -> sink.collective(collectiveCall(of, collectives));
            case ICOLLECTIVE -> sink.icollective(of.request, collectiveCall(of, collectives));
            default -> throw new IllegalStateException("not ready");
        }
    }

    private static CollectiveCall collectiveCall(Entry of, CollectiveCalls collectives) {
        if (of.whole != null) {
            return of.whole;
        }
        CollectiveRecord record = Objects.requireNonNull(of.recorded);
        return collectives.call(
                Objects.requireNonNull(record.kind()),
                Objects.requireNonNull(record.communicator()),
                (int) record.root(),
                record.sent(),
                record.received());
    }

    private static int communicator(Entry of) {
        return of.communicator == null ? OperationSink.WORLD : of.communicator.number();
    }

    private int[] items(int count) {
        if (listed.length < count) {
            listed = new int[Math.max(count, 2 * listed.length)];
        }
        for (int i = 0; i < count; i++) {
            listed[i] = entry(first + 1 + i).request;
        }
        return listed;
    }
}
