package org.tailback.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.program.ParallelProgram;
import org.tailback.stability.Beta;

/**
 * Opened trace: a program that can be run any number of times until the trace is closed.
 *
 * <p>The result of {@link #approximations} refers to the last run of each rank that ended or was closed.
 */
public interface Trace extends ParallelProgram, RecordedRun.Source, AutoCloseable {
    /** Returns the name of the trace's format. */
    String format();

    /** Returns the duration of the recorded run in seconds, >= 0; NaN if the trace has no times. */
    default double span() {
        return Double.NaN;
    }

    /**
     * Returns the number of communicators with more than one rank in the trace, including the communicator of all
     * ranks; >= 1.
     */
    default int communicators() {
        return 1;
    }

    /**
     * Returns by kind the number of recorded operations minus the number of operations that the programs performed in
     * the last run of each rank. The difference is positive for ignored operations. It may have either sign for
     * operations that are replaced by operations of other kinds. Keys are the labels of {@link
     * TraceSummary#operations}; kinds without a difference may be absent.
     */
    default Map<String, Long> recordedBeyondPerformed() {
        return Map.of();
    }

    /**
     * Pairs receives whose completion is missing in the trace with messages that no other receive takes; see {@link
     * Unmatched#PAIR}. Applies to programs that are opened after this call. Formats that record a receive's source at
     * its start have no such receives.
     *
     * @throws org.tailback.error.InputException if the trace is malformed
     */
    default void pairUnmatched() {}

    /**
     * Omits the recorded time of file input and output, which is computation by default. Applies to programs that are
     * opened after this call.
     */
    @Beta
    default void dropFileTimes() {}

    /** Returns null, the value for formats without times. */
    @Override
    @Beta
    default @Nullable RecordedRun recordedRun() {
        return null;
    }

    /**
     * Releases memory and temporary files. Programs that were opened from this trace can no longer be read. May be
     * called more than once.
     */
    @Override
    default void close() {}
}
