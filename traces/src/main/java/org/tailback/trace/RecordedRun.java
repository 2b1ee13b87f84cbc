package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.stability.Beta;

/**
 * The time of a recorded run, and the part of it that its replay lacks.
 *
 * @param span duration of the recorded run, seconds, >= 0; NaN if the trace does not state it
 * @param beforeFirstMessage the part of it before any rank called the first message or collective operation, seconds;
 *     NaN if the span is
 * @param leftOut time of all ranks together in calls that are left out, seconds, >= 0
 * @param leftOutShare its share of the recorded time of all ranks, 0 to 1; NaN if the span is
 * @param files time of all ranks together in file input and output, seconds, >= 0
 * @param filesKept whether that is computation in the replay; otherwise it is part of {@code leftOut}
 * @param calls functions that are left out, the longest first
 */
@Beta
public record RecordedRun(
        double span,
        double beforeFirstMessage,
        double leftOut,
        double leftOutShare,
        double files,
        boolean filesKept,
        List<Calls> calls) {
    public RecordedRun {
        calls = ImmutableList.copyOf(calls);
    }

    /**
     * Calls of a function that are left out.
     *
     * @param name of the function
     * @param count number of calls of all ranks, >= 1
     * @param seconds their time together, >= 0
     */
    public record Calls(String name, long count, double seconds) {}

    /** A program with the recorded run that it comes from. */
    public interface Source {
        /** Returns the recorded run, after programs of all ranks were read; null if no times were recorded. */
        @Nullable
        RecordedRun recordedRun();
    }
}
