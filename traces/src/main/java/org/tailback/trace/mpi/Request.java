package org.tailback.trace.mpi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request of one rank. One object serves all requests that have its number, one after the other. */
final class Request {
    enum Kind {
        SEND,
        RECEIVE,
        COLLECTIVE
    }

    enum State {
        /** The number is not in use. */
        FREE,
        /** The operation has all its arguments. */
        KNOWN,
        /** Impossible, cancelled, or never to be completed: nothing is performed. */
        DROPPED,
        /** The arguments are recorded at the completion, which has the request's id. */
        UNKNOWN,
        /** A receive without arguments and without an id in the trace. */
        GUESSED,
        /** A receive from any source or with any tag, whose message may follow. */
        POSTED,
        /** One of several requests, at least one of which has ended; the trace does not record which. */
        PERHAPS_ENDED
    }

    /** Number in the program; small, as it is used again. */
    final int number;

    Kind kind = Kind.SEND;
    State state = State.FREE;
    /** Number of requests that the rank started before. */
    long ordinal;
    /** The arguments of a posted receive. */
    @Nullable
    Message posted;

    private OperationQueue.@Nullable Entry start;

    Request(int number) {
        this.number = number;
    }

    /** Sets the operation that starts it, which blocks the queue until it is resolved or dropped. */
    void startsWith(OperationQueue.Entry operation) {
        start = operation;
    }

    OperationQueue.Entry start() {
        return Objects.requireNonNull(start);
    }

    /** Returns whether the request is of a kind, and only its completion is open. */
    boolean isResolved(Kind expected) {
        return kind == expected && (state == State.KNOWN || state == State.DROPPED);
    }
}
