package org.tailback.trace.mpi;

import java.util.Objects;
import java.util.function.Function;
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

    /** An operation; times are ticks. */
    static final class Entry {
        private Kind kind = Kind.DROPPED;
        /** Request; number of requests of a wait for several. */
        private int request;

        private @Nullable Message message;
        private SendMode mode = SendMode.STANDARD;
        private @Nullable Function<CollectiveCalls, CollectiveCall> collective;
        /** Length of a computation, without the calls within it. */
        double seconds;
        /** Null for a computation. */
        @Nullable
        MpiCall call;
        /** Equal for operations of one call, and increasing. */
        long callNumber;

        long enter;
        long leave;

        boolean isMessage() {
            return switch (kind) {
                case SEND, ISEND, RECEIVE, IRECEIVE, COLLECTIVE, ICOLLECTIVE -> true;
                default -> false;
            };
        }

        private Message message() {
            return Objects.requireNonNull(message);
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

    long end() {
        return end;
    }

    int size() {
        return (int) (end - first);
    }

    private Entry entry(long sequence) {
        return entries[(int) sequence & entries.length - 1];
    }

    Entry first() {
        return entry(first);
    }

    private Entry add(Kind kind, int request, @Nullable Message message) {
        if (size() == entries.length) {
            grow();
        }
        Entry entry = entry(end++);
        entry.kind = kind;
        entry.request = request;
        entry.message = message;
        entry.collective = null;
        return entry;
    }

    private void grow() {
        Entry[] larger = newEntries(2 * entries.length);
        for (long sequence = first; sequence < end; sequence++) {
            larger[(int) sequence & larger.length - 1] = entry(sequence);
        }
        entries = larger;
    }

    void send(Message message, SendMode mode) {
        add(Kind.SEND, 0, message).mode = mode;
    }

    void isend(int request, Message message, SendMode mode) {
        add(Kind.ISEND, request, message).mode = mode;
    }

    void receive(Message message) {
        add(Kind.RECEIVE, 0, message);
    }

    void ireceive(int request, Message message) {
        add(Kind.IRECEIVE, request, message);
    }

    /** Adds a receive whose message {@link #resolve} sets later, or which is {@link #drop}ped. */
    long unknownIreceive(int request) {
        return postedIreceive(request, null);
    }

    /** Adds a receive from any source or with any tag, whose message {@link #resolve} may still set. */
    long postedIreceive(int request, @Nullable Message message) {
        add(Kind.UNKNOWN_IRECEIVE, request, message);
        return end - 1;
    }

    void resolveAsPosted(long sequence) {
        entry(sequence).kind = Kind.IRECEIVE;
    }

    @Nullable
    Communicator communicatorOf(long sequence) {
        return entry(sequence).message().communicator();
    }

    void resolve(long sequence, Message message) {
        resolveAsPosted(sequence);
        entry(sequence).message = message;
    }

    /** @param how MPI_Wait, or for several requests MPI_Waitall, MPI_Waitany or MPI_Waitsome */
    void await(MpiCall.Kind how, int[] awaited, int count) {
        if (how == MpiCall.Kind.WAIT) {
            add(Kind.WAIT, awaited[0], null);
            return;
        }
        add(
                how == MpiCall.Kind.WAITALL ? Kind.WAITALL : how == MpiCall.Kind.WAITANY ? Kind.WAITANY : Kind.WAITSOME,
                count,
                null);
        for (int i = 0; i < count; i++) {
            add(Kind.ITEM, awaited[i], null);
        }
    }

    void free(int request) {
        add(Kind.FREE, request, null);
    }

    void cancel(int request) {
        add(Kind.CANCEL, request, null);
    }

    void compute(double seconds, long from, long to, long callNumber) {
        Entry entry = add(Kind.COMPUTE, 0, null);
        entry.seconds = seconds;
        entry.enter = from;
        entry.leave = to;
        entry.call = null;
        entry.callNumber = callNumber;
    }

    /** Adds a collective operation that {@link #resolveCollective} completes later, or which is {@link #drop}ped. */
    long unknownCollective() {
        add(Kind.UNKNOWN_COLLECTIVE, 0, null);
        return end - 1;
    }

    long unknownIcollective(int request) {
        add(Kind.UNKNOWN_ICOLLECTIVE, request, null);
        return end - 1;
    }

    /** @param call makes the operation when it is passed on */
    void resolveCollective(long sequence, Function<CollectiveCalls, CollectiveCall> call) {
        Entry entry = entry(sequence);
        entry.kind = entry.kind == Kind.UNKNOWN_ICOLLECTIVE ? Kind.ICOLLECTIVE : Kind.COLLECTIVE;
        entry.collective = call;
    }

    /** Takes an operation back. */
    void drop(long sequence) {
        entry(sequence).kind = Kind.DROPPED;
    }

    /**
     * Assigns the operations from a sequence number on, computations excepted, to a call.
     *
     * @return whether there are such
     */
    boolean endCall(long from, MpiCall call, long callNumber, long enter, long leave) {
        boolean any = false;
        for (long sequence = Math.max(from, first); sequence < end; sequence++) {
            Entry entry = entry(sequence);
            if (entry.kind != Kind.COMPUTE) {
                any = true;
                entry.call = call;
                entry.callNumber = callNumber;
                entry.enter = enter;
                entry.leave = leave;
            }
        }
        return any;
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

    void remove() {
        Entry entry = entry(first);
        boolean list = entry.kind == Kind.WAITALL || entry.kind == Kind.WAITANY || entry.kind == Kind.WAITSOME;
        first += list ? entry.request + 1 : 1;
    }

    void perform(OperationSink sink, CollectiveCalls collectives) {
        Entry of = entry(first);
        switch (of.kind) {
            case SEND -> {
                Message to = of.message();
                sink.send(to.peer(), to.tag(), to.communicatorNumber(), to.bytes(), of.mode);
            }
            case ISEND -> {
                Message to = of.message();
                sink.isend(of.request, to.peer(), to.tag(), to.communicatorNumber(), to.bytes(), of.mode);
            }
            case RECEIVE -> {
                Message from = of.message();
                sink.recv(from.peer(), from.tag(), from.communicatorNumber(), from.bytes());
            }
            case IRECEIVE -> {
                Message from = of.message();
                sink.irecv(of.request, from.peer(), from.tag(), from.communicatorNumber(), from.bytes());
            }
            case WAIT -> sink.await(of.request);
            case WAITALL -> sink.awaitAll(items(of.request), of.request);
            case WAITANY -> sink.awaitAny(items(of.request), of.request);
            case WAITSOME -> sink.awaitSome(items(of.request), of.request);
            case FREE -> sink.free(of.request);
            case CANCEL -> sink.cancel(of.request);
            case COMPUTE -> sink.compute(of.seconds);
            case COLLECTIVE ->
                sink.collective(Objects.requireNonNull(of.collective).apply(collectives));
            case ICOLLECTIVE ->
                sink.icollective(
                        of.request, Objects.requireNonNull(of.collective).apply(collectives));
            default -> throw new IllegalStateException("not ready");
        }
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
