package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.stability.Beta;

/**
 * Time of a recorded run, and the part of this time that a replay omits.
 *
 * @param span duration of the recorded run, seconds, >= 0; NaN if the trace does not contain the duration
 * @param beforeFirstMessage time before the first message or collective operation of any rank, seconds; NaN if the span
 *     is NaN
 * @param leftOut total time of all ranks in omitted calls, seconds, >= 0
 * @param leftOutShare {@code leftOut} as a fraction of the recorded time of all ranks, 0 to 1; NaN if the span is NaN
 * @param files total time of all ranks in file input and output, seconds, >= 0
 * @param filesKept whether the time of file input and output is computation in the replay; otherwise it is part of
 *     {@code leftOut}
 * @param calls omitted functions, in descending order of time
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

    /** Program with the times of the recorded run from which it was read. */
    public interface Source {
        /** Returns the recorded run after the programs of all ranks were read; null if no times were recorded. */
        @Nullable
        RecordedRun recordedRun();
    }
}
