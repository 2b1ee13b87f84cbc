package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Output;
import org.tailback.program.Program;
import org.tailback.schedule.ScheduleTotals;
import org.tailback.stability.Beta;

/**
 * Summary of a trace or program that is read once.
 *
 * @param format name of the trace's format, or the origin of the program
 * @param ranks number of ranks, >= 1
 * @param operations number of operations on all ranks by the name of their kind (isend, irecv, send, recv, wait,
 *     waitall, compute, barrier, bcast, …), sorted; includes recorded operations that are ignored; kinds without
 *     operations are absent
 * @param messages number of point-to-point sends, blocking and nonblocking
 * @param bytes sum of the message sizes, bytes
 * @param span duration of the recorded run, seconds; NaN if the trace has no times
 * @param communicators number of communicators, >= 1
 * @param approximations approximations and omissions made while reading, and ignored parts of the trace
 * @param recorded time of the recorded run, and the part of this time that is omitted; null if the trace has no times
 */
@Beta
public record TraceSummary(
        String format,
        int ranks,
        SortedMap<String, Long> operations,
        long messages,
        long bytes,
        double span,
        int communicators,
        List<String> approximations,
        @Output(orNull = true) @Nullable RecordedRun recorded) {
    private static final String CAPPED = "The sum of bytes exceeds 63 bits; the largest 63-bit number is shown.";

    public TraceSummary {
        operations = ImmutableSortedMap.copyOfSorted(Maps.filterValues(operations, count -> count != 0));
        approximations = ImmutableList.copyOf(approximations);
    }

    /**
     * Reads a trace completely, one rank after the other. O(operations) time; memory does not depend on the number of
     * operations.
     *
     * @throws org.tailback.error.InputException if the trace is malformed
     */
    public static TraceSummary of(Trace trace) {
        CountingSink sink = new CountingSink();
        for (int rank = 0; rank < trace.ranks(); rank++) {
            try (Program program = trace.open(rank)) {
                program.produceAll(sink);
            }
        }
        SortedMap<String, Long> operations = sink.operations();
        trace.recordedBeyondPerformed().forEach((kind, more) -> operations.merge(kind, more, Long::sum));
        return new TraceSummary(
                trace.format(),
                trace.ranks(),
                operations,
                sink.messages(),
                sink.bytes(),
                trace.span(),
                trace.communicators(),
                approximations(trace.approximations(), sink.bytes() == Long.MAX_VALUE),
                trace.recordedRun());
    }

    /**
     * Returns the summary of a schedule's totals. The operations of schedules are called send, recv and calc.
     *
     * @param format name of the schedule's format
     */
    public static TraceSummary of(ScheduleTotals totals, String format) {
        return new TraceSummary(
                format,
                totals.ranks(),
                new TreeMap<>(Map.of("send", totals.sends(), "recv", totals.receives(), "calc", totals.calculations())),
                totals.sends(),
                totals.bytes(),
                Double.NaN,
                1,
                approximations(totals.approximations(), totals.isCapped()),
                null);
    }

    private static List<String> approximations(List<String> ofReading, boolean capped) {
        return capped
                ? ImmutableList.<String>builder().addAll(ofReading).add(CAPPED).build()
                : ofReading;
    }
}
