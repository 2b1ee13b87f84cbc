package org.tailback.trace;

import org.jspecify.annotations.Nullable;

/** A trace that knows when each operation of its programs happened in the recorded run. */
public interface RecordedTimes {
    /**
     * Opens the times of a rank's operations, from the first on. Independent of its program.
     *
     * @param rank 0 to ranks - 1
     */
    Cursor recordedTimes(int rank);

    /**
     * Returns the resolution of the clock, of whose ticks all times are whole numbers, per second; NaN if there is
     * none.
     */
    default double ticksPerSecond() {
        return Double.NaN;
    }

    /** The times of one rank's operations, one operation at a time, in the order in which its program produces them. */
    interface Cursor extends AutoCloseable {
        /**
         * Goes to the next operation.
         *
         * @return false at the end
         * @throws org.tailback.error.InputException if the trace is malformed
         */
        boolean next();

        /** Returns the number of the operation in the rank's program, from 0. */
        long operation();

        /**
         * Returns the time at which its call was entered or its computation began: seconds from the beginning of the
         * trace.
         */
        double enter();

        /** Returns the time at which it was left, in seconds, >= enter. */
        double leave();

        /**
         * Returns its duration in seconds, >= 0: of a computation without the calls in between that need no
         * operation, else leave - enter.
         */
        default double seconds() {
            return leave() - enter();
        }

        /** Returns the name of the call to which it belongs, such as MPI_Send; null for a computation. */
        @Nullable
        String call();

        /** Equal for operations of one call, which share its times; increasing. */
        long callNumber();

        /** May be called more than once. */
        @Override
        default void close() {}
    }
}
