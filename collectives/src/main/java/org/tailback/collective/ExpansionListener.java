package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Listener to the expansion, notified of the operations of the expanded program that belong to each collective
 * operation. It is called while a rank's program produces operations, before the operations are performed, and in the
 * order of each rank. Non-blocking collectives are not reported: each is a single operation of its rank, performed by a
 * progress thread.
 */
public interface ExpansionListener {
    /** Listener that ignores all calls. */
    ExpansionListener NONE = new ExpansionListener() {};

    /**
     * Called when a rank's part in a blocking collective begins.
     *
     * @param operation number of the part's first operation in the rank's expanded program, from 0
     * @param ofProgram number of the collective operation in the rank's program before the expansion, from 0
     */
    default void collectiveBegins(int rank, long operation, long ofProgram, CollectiveCall call) {}

    /** Returns a listener that also notifies another listener. */
    default ExpansionListener and(ExpansionListener other) {
        ExpansionListener one = this;
        return new ExpansionListener() {
            @Override
            public void collectiveBegins(int rank, long operation, long ofProgram, CollectiveCall call) {
                one.collectiveBegins(rank, operation, ofProgram, call);
                other.collectiveBegins(rank, operation, ofProgram, call);
            }

            @Override
            public void collectiveEnds(int rank, long operation) {
                one.collectiveEnds(rank, operation);
                other.collectiveEnds(rank, operation);
            }
        };
    }

    /**
     * Called when the most recently begun part of a rank ends.
     *
     * @param operation number of the first operation after the part in the rank's expanded program
     */
    default void collectiveEnds(int rank, long operation) {}
}
