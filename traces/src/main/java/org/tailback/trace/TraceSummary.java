package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Output;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.ScheduleTotals;
import org.tailback.stability.Beta;

/**
 * The contents of a trace or program, found by reading it once.
 *
 * @param format name of the trace's format, or the origin of the program
 * @param ranks number of ranks, >= 1
 * @param operations number of operations of each kind on all ranks, by the kind's name (isend, irecv, send, recv,
 *     wait, waitall, compute, barrier, bcast, …; of a trace as it was recorded, also those that are ignored), sorted;
 *     kinds that do not occur are absent
 * @param messages number of point-to-point sends, blocking or not
 * @param bytes sum of their sizes, bytes
 * @param span duration of the recorded run, seconds; NaN if the trace has no times
 * @param communicators number of communicators, >= 1
 * @param approximations approximations, omissions and ignored parts of its reading
 * @param recorded time of the recorded run, and the part of it that is left out; null if the trace has no times
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
    private static final String CAPPED =
            "The sum of bytes does not fit into 63 bits and is given as the largest number.";

    public TraceSummary {
        operations = ImmutableSortedMap.copyOfSorted(operations);
        approximations = ImmutableList.copyOf(approximations);
    }

    /**
     * Reads a trace rank after rank to its end. O(operations) time, memory independent of their number.
     *
     * @throws org.tailback.error.InputException if the trace is malformed
     */
    public static TraceSummary of(Trace trace) {
        return of(trace, trace, trace.format());
    }

    /**
     * Adds up a schedule, whose operations are called send, recv and calc. O(operations).
     *
     * @param format name of its format
     */
    public static TraceSummary of(Schedule schedule, String format) {
        return of(ScheduleTotals.of(schedule), format);
    }

    /** Describes a schedule that has been added up. */
    public static TraceSummary of(ScheduleTotals totals, String format) {
        SortedMap<String, Long> operations =
                new TreeMap<>(Map.of("send", totals.sends(), "recv", totals.receives(), "calc", totals.calculations()));
        operations.values().removeIf(count -> count == 0);
        return new TraceSummary(
                format,
                totals.ranks(),
                operations,
                totals.sends(),
                totals.bytes(),
                Double.NaN,
                1,
                approximations(totals.approximations(), totals.isCapped()),
                null);
    }

    /** Reads any program, calling its origin {@code format}. */
    public static TraceSummary of(ParallelProgram program, String format) {
        return of(program, null, format);
    }

    /** @param trace the program, if it is a trace */
    private static TraceSummary of(ParallelProgram program, @Nullable Trace trace, String format) {
        CountingSink sink = new CountingSink();
        for (int rank = 0; rank < program.ranks(); rank++) {
            try (Program ofRank = program.open(rank)) {
                ofRank.produceAll(sink);
            }
        }
        return new TraceSummary(
                format,
                program.ranks(),
                operations(sink.operations(), trace == null ? Map.of() : trace.recordedBeyondPerformed()),
                sink.messages(),
                sink.bytes(),
                trace == null ? Double.NaN : trace.span(),
                trace == null ? 1 : trace.communicators(),
                approximations(program.approximations(), sink.isCapped()),
                trace == null ? null : trace.recordedRun());
    }

    private static List<String> approximations(List<String> ofReading, boolean capped) {
        if (!capped) {
            return ofReading;
        }
        List<String> sentences = new ArrayList<>(ofReading);
        sentences.add(CAPPED);
        return sentences;
    }

    private static SortedMap<String, Long> operations(Map<String, Long> performed, Map<String, Long> beyond) {
        SortedMap<String, Long> operations = new TreeMap<>(performed);
        beyond.forEach((kind, difference) -> operations.merge(kind, difference, Long::sum));
        operations.values().removeIf(count -> count == 0);
        return operations;
    }
}
