package org.tailback.trace;

import org.jspecify.annotations.Nullable;
import org.tailback.stability.Internal;

/** A trace with the time of each operation in the recorded run. */
@Internal
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

    /**
     * The times of one rank's operations, one operation at a time, in the order in which its program produces them.
     * {@link #next} sets the fields.
     */
    abstract class Cursor implements AutoCloseable {
        /** Number of the operation in the rank's program, from 0; -1 before the first one. */
        protected long operation = -1;
        /** Time at which its call was entered or its computation began: seconds from the beginning of the trace. */
        protected double enter;
        /** Time at which it was left, in seconds, >= enter. */
        protected double leave;
        /**
         * Duration in seconds, >= 0: of a computation without the calls in between that need no operation, otherwise
         * leave - enter.
         */
        protected double seconds;
        /** Name of the call to which it belongs, such as MPI_Send; null for a computation. */
        protected @Nullable String call;
        /** Number of the call: equal for operations of one call, which share its times, and increasing. */
        protected long callNumber;

        /** Creates a cursor before the first operation. */
        protected Cursor() {}

        /**
         * Goes to the next operation.
         *
         * @return false at the end
         * @throws org.tailback.error.InputException if the trace is malformed
         */
        public abstract boolean next();

        /** See {@link #operation}. */
        public final long operation() {
            return operation;
        }

        /** See {@link #enter}. */
        public final double enter() {
            return enter;
        }

        /** See {@link #leave}. */
        public final double leave() {
            return leave;
        }

        /** See {@link #seconds}. */
        public final double seconds() {
            return seconds;
        }

        /** See {@link #call}. */
        public final @Nullable String call() {
            return call;
        }

        /** See {@link #callNumber}. */
        public final long callNumber() {
            return callNumber;
        }

        /** May be called more than once. */
        @Override
        public void close() {}
    }
}
