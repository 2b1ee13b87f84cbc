package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.stability.Beta;

/**
 * Time of a recorded run, and the part of it that its replay omits.
 *
 * @param span duration of the recorded run, seconds, >= 0; NaN if the trace does not state it
 * @param beforeFirstMessage the part of the span before any rank called its first message or collective operation,
 *     seconds; NaN if the span is NaN
 * @param leftOut total time of all ranks in omitted calls, seconds, >= 0
 * @param leftOutShare share of {@code leftOut} in the recorded time of all ranks, 0 to 1; NaN if the span is NaN
 * @param files total time of all ranks in file input and output, seconds, >= 0
 * @param filesKept whether the time of files is computation in the replay; otherwise it is part of {@code leftOut}
 * @param calls omitted functions, the longest first
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
     * Omitted calls of one function.
     *
     * @param name name of the function
     * @param count number of calls of all ranks, >= 1
     * @param seconds total time of these calls, >= 0
     */
    public record Calls(String name, long count, double seconds) {}

    /** A program with the times of the recorded run from which it was read. */
    public interface Source {
        /** Returns the recorded run, once programs of all ranks were read; null if no times were recorded. */
        @Nullable
        RecordedRun recordedRun();
    }
}
