package org.tailback.trace.mpi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;

/**
 * Queue of operations of one rank that have happened but cannot be passed on yet, because the first operation is a
 * receive whose source is recorded only at its completion, or belongs to a call that has not ended. Entries are
 * recycled.
 */
final class OperationQueue {
    private static final Consumer<OperationSink> DROPPED = sink -> {};

    /** An operation; times are ticks. */
    static final class Entry {
        /**
         * Operation to perform; null while it is unknown; the queue is then blocked until the operation is resolved or
         * dropped.
         */
        private @Nullable Consumer<OperationSink> operation;

        /** True if the operation belongs to a call that has not ended. */
        private boolean isOfOpenCall;

        /** True if the operation is a message, a receive or a collective operation. */
        boolean isMessage;
        /** Duration of a computation in seconds, without the calls within it. */
        double seconds;
        /** Call that performs the operation; null for a computation. */
        @Nullable
        MpiCall call;
        /** Number of the call. Operations of one call have the same number; later calls have larger numbers. */
        long callNumber;

        long enter;
        long leave;

        /** Sets the operation; null drops it. */
        void resolve(@Nullable Consumer<OperationSink> known) {
            operation = known == null ? DROPPED : known;
        }

        private void times(@Nullable MpiCall of, long number, long from, long to) {
            call = of;
            callNumber = number;
            enter = from;
            leave = to;
        }
    }

    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private final ArrayDeque<Entry> free = new ArrayDeque<>();
    private final List<Entry> ofOpenCall = new ArrayList<>();

    int size() {
        return entries.size();
    }

    /** Returns the number of operations of the call that has not ended. */
    int sizeOfOpenCall() {
        return ofOpenCall.size();
    }

    Entry first() {
        return entries.element();
    }

    private Entry append(boolean isMessage, @Nullable Consumer<OperationSink> operation) {
        Entry entry = free.isEmpty() ? new Entry() : free.pop();
        entry.operation = operation;
        entry.isMessage = isMessage;
        entries.add(entry);
        return entry;
    }

    private Entry addToCall(boolean isMessage, @Nullable Consumer<OperationSink> operation) {
        Entry entry = append(isMessage, operation);
        entry.isOfOpenCall = true;
        ofOpenCall.add(entry);
        return entry;
    }

    /** Adds a message, a receive or a collective operation. */
    void add(Consumer<OperationSink> operation) {
        addToCall(true, operation);
    }

    /** Adds a message, receive or collective operation that is resolved or dropped later. */
    Entry addUnknown() {
        return addToCall(true, null);
    }

    /**
     * Adds a wait.
     *
     * @param how kind of the wait: MPI_Wait, or for several requests MPI_Waitall, MPI_Waitany or MPI_Waitsome
     */
    void await(MpiCall.Kind how, int[] requests) {
        addToCall(
                false,
                switch (how) {
                    case WAIT -> sink -> sink.await(requests[0]);
                    case WAITALL -> sink -> sink.awaitAll(requests, requests.length);
                    case WAITANY -> sink -> sink.awaitAny(requests, requests.length);
                    default -> sink -> sink.awaitSome(requests, requests.length);
                });
    }

    void free(int request) {
        addToCall(false, sink -> sink.free(request));
    }

    void cancel(int request) {
        addToCall(false, sink -> sink.cancel(request));
    }

    void compute(double seconds, long from, long to, long callNumber) {
        Entry entry = append(false, sink -> sink.compute(seconds));
        entry.seconds = seconds;
        entry.times(null, callNumber, from, to);
    }

    /**
     * Ends the open call and assigns to it its operations except computations.
     *
     * @return whether the call has such operations
     */
    boolean endCall(MpiCall call, long callNumber, long enter, long leave) {
        boolean any = !ofOpenCall.isEmpty();
        for (Entry entry : ofOpenCall) {
            entry.isOfOpenCall = false;
            entry.times(call, callNumber, enter, leave);
        }
        ofOpenCall.clear();
        return any;
    }

    /** Returns whether the first operation can be passed on. Removes dropped operations before it. */
    boolean ready() {
        Entry first = entries.peek();
        while (first != null && !first.isOfOpenCall && first.operation == DROPPED) {
            remove();
            first = entries.peek();
        }
        return first != null && !first.isOfOpenCall && first.operation != null;
    }

    void remove() {
        free.push(entries.remove());
    }

    /** Performs and removes the first operation, after {@link #ready} has returned true. */
    void perform(OperationSink sink) {
        Objects.requireNonNull(first().operation).accept(sink);
        remove();
    }
}
