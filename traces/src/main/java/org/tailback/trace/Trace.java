package org.tailback.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.program.ParallelProgram;
import org.tailback.stability.Beta;

/**
 * An opened trace: a program that can be run any number of times until it is closed.
 *
 * <p>{@link #approximations} is about the last run of each rank that ended or was closed.
 */
public interface Trace extends ParallelProgram, RecordedRun.Source, AutoCloseable {
    /** Returns the name of the format it is in. */
    String format();

    /** Returns the duration of the recorded run in seconds, >= 0; NaN if the trace has no times. */
    default double span() {
        return Double.NaN;
    }

    /**
     * Returns the number of communicators with more than one rank in the trace, >= 1 for that of all ranks.
     */
    default int communicators() {
        return 1;
    }

    /**
     * Excess of the operations of a kind in the trace over those that its programs perform, in the last run of
     * each rank: operations that are ignored (more), or expressed by others (more of one kind, fewer of another). By
     * the labels of {@link TraceSummary#operations}; kinds that do not differ may be absent.
     */
    default Map<String, Long> recordedBeyondPerformed() {
        return Map.of();
    }

    /**
     * Lets receives of which the trace lost the completion take the messages that no other receive takes, from the
     * programs opened next on; see {@link Unmatched#PAIR}. Formats that record a receive's source where it starts have
     * none.
     *
     * @throws org.tailback.error.InputException if the trace is malformed
     */
    default void pairUnmatched() {}

    /**
     * Leaves out the recorded time of file input and output, which is computation otherwise, from the programs opened
     * next on.
     */
    @Beta
    default void dropFileTimes() {}

    /** Returns null, for formats without times. */
    @Override
    @Beta
    default @Nullable RecordedRun recordedRun() {
        return null;
    }

    /**
     * Releases memory and temporary files. Programs opened from it cannot be read further. May be called more than
     * once.
     */
    @Override
    default void close() {}
}
