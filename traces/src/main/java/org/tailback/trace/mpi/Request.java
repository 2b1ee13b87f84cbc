package org.tailback.trace.mpi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request of one rank. One object serves all requests that have the same number, one after the other. */
final class Request {
    enum Kind {
        SEND,
        RECEIVE,
        COLLECTIVE
    }

    enum State {
        /** State of a number that is not in use. */
        FREE,
        /** State of a request whose operation has all its arguments. */
        KNOWN,
        /** State of an impossible, cancelled or never completed request, for which no operation is performed. */
        DROPPED,
        /** State of a request whose arguments are recorded at the completion, together with its id. */
        UNKNOWN,
        /** State of a receive without arguments and without an id in the trace. */
        GUESSED,
        /** State of a receive from any source or with any tag, whose message may be recorded later. */
        POSTED,
        /** State of one of several requests, at least one of which has ended; the trace does not record which. */
        PERHAPS_ENDED
    }

    /** Number of the request in the program; small, because numbers are reused. */
    final int number;

    Kind kind = Kind.SEND;
    State state = State.FREE;
    /** Number of requests that the rank started before this request. */
    long ordinal;
    /** Arguments of a posted receive. */
    @Nullable
    Message posted;

    private OperationQueue.@Nullable Entry start;

    Request(int number) {
        this.number = number;
    }

    /** Sets the operation that starts the request. It blocks the queue until it is resolved or dropped. */
    void startsWith(OperationQueue.Entry operation) {
        start = operation;
    }

    OperationQueue.Entry start() {
        return Objects.requireNonNull(start);
    }

    /** Returns whether the request is of the given kind and has all its arguments. */
    boolean isResolved(Kind expected) {
        return kind == expected && (state == State.KNOWN || state == State.DROPPED);
    }
}
