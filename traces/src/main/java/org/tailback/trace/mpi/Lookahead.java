package org.tailback.trace.mpi;

/**
 * Later records of a trace about requests that are now in progress. They are read ahead only if waiting for them would
 * keep too many operations in memory.
 */
public interface Lookahead {
    /**
     * Reads ahead from the current record, without advancing the current position. Notifies the translator of every
     * completion, cancellation and new use of a request ({@link MessageRecords#receiveCompletedLater}, {@link
     * CollectiveRecords#completedLater}, {@link RequestRecords#endsLater}) until no request is unknown ({@link
     * CallTranslator#hasUnknown}) or the trace ends. The default implementation does nothing, for traces that record
     * the arguments of requests at their start, or record no requests.
     */
    default void readOn(CallTranslator translator) {}

    /**
     * Returns whether the trace contains the completions of non-blocking receives but not their requests, such as
     * traces of Score-P without {@code xnonblock} and of MPE.
     */
    default boolean lacksRequests() {
        return false;
    }
}
