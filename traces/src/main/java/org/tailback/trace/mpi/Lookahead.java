package org.tailback.trace.mpi;

/**
 * Later records of a trace about requests that are in progress now. Used only where waiting for them would keep too
 * many operations in memory.
 */
public interface Lookahead {
    /**
     * Reads on from the current record, without moving on, and notifies the translator of every completion,
     * cancellation and new use of a request ({@link MessageRecords#receiveCompletedLater}, {@link
     * CollectiveRecords#completedLater}, {@link RequestRecords#endsLater}) until nothing is unknown ({@link
     * CallTranslator#hasUnknown}) or the trace ends. Does nothing unless overridden, for traces that record the
     * arguments of requests where they start, or no requests.
     */
    default void readOn(CallTranslator translator) {}

    /**
     * Returns whether the trace has the completions of non-blocking receives but not their requests, as Score-P
     * without {@code xnonblock} and MPE write it.
     */
    default boolean lacksRequests() {
        return false;
    }
}
