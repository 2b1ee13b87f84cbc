package org.tailback.trace;

import org.jspecify.annotations.Nullable;
import org.tailback.stability.Internal;

/** Trace with the time of each operation in the recorded run. */
@Internal
public interface RecordedTimes {
    /**
     * Opens the times of a rank's operations, beginning with the first operation. The cursor is independent of the
     * rank's program.
     *
     * @param rank number of the rank, 0 to ranks - 1
     */
    Cursor recordedTimes(int rank);

    /**
     * Returns the resolution of the clock in ticks per second; all times are whole numbers of ticks. Returns NaN for
     * traces without such a resolution.
     */
    default double ticksPerSecond() {
        return Double.NaN;
    }

    /**
     * Cursor over the times of one rank's operations, in the order in which its program produces them. {@link #next}
     * sets the fields.
     */
    abstract class Cursor implements AutoCloseable {
        /** Number of the operation in the rank's program, from 0; -1 before the first operation. */
        protected long operation = -1;
        /**
         * Time at which the operation's call was entered or its computation began, in seconds since the beginning of
         * the trace.
         */
        protected double enter;
        /** Time at which the call returned or the computation ended, in seconds, >= enter. */
        protected double leave;
        /**
         * Duration in seconds, >= 0: leave - enter; computations exclude the calls inside them that perform no
         * operation.
         */
        protected double seconds;
        /** Name of the call to which the operation belongs, such as MPI_Send; null for a computation. */
        protected @Nullable String call;
        /**
         * Number of the call, in increasing order. Operations of the same call have the same number and the same times.
         */
        protected long callNumber;

        /** Creates a cursor before the first operation. */
        protected Cursor() {}

        /**
         * Advances to the next operation.
         *
         * @return false at the end
         * @throws org.tailback.error.InputException if the trace is malformed
         */
        public abstract boolean next();

        /** Returns {@link #operation}. */
        public final long operation() {
            return operation;
        }

        /** Returns {@link #enter}. */
        public final double enter() {
            return enter;
        }

        /** Returns {@link #leave}. */
        public final double leave() {
            return leave;
        }

        /** Returns {@link #seconds}. */
        public final double seconds() {
            return seconds;
        }

        /** Returns {@link #call}. */
        public final @Nullable String call() {
            return call;
        }

        /** Returns {@link #callNumber}. */
        public final long callNumber() {
            return callNumber;
        }

        /** Closes the cursor. May be called more than once. */
        @Override
        public void close() {}
    }
}
