package org.tailback.trace.dumpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.RecordedWorld;
import org.tailback.trace.mpi.TranslationCounts;

/**
 * The results of one reading of all files: the members of the program's communicators, the times at which it began and
 * ended, and the contents that the reader does not use. Immutable once read.
 */
final class DumpiWorld implements RecordedWorld {
    private static final int BUFFER = 64 << 10;

    private final List<DumpiFile> files = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final CommunicatorResolver communicators;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long otherThreads;
    private long counters;
    private long cpuTimes;
    private long noTimes;
    private long functions;
    private long ioRequests;

    DumpiWorld(DumpiFiles paths) {
        List<List<CommunicatorCall>> calls = new ArrayList<>();
        Map<String, Long> ignored = new TreeMap<>();
        Map<String, Long> missing = new TreeMap<>();
        for (var path : paths.ranks()) {
            DumpiFile file = DumpiFile.open(path);
            files.add(file);
            calls.add(scan(file, ignored, missing));
        }
        communicators = new CommunicatorResolver(calls);
        if (!paths.hasMeta()) {
            notes.add("There is no .meta file: as many ranks as there are files.");
        }
        note(
                otherThreads,
                "record of a thread that is not a rank's first",
                "read like those of the first one, as they come");
        note(counters, "record with values of performance counters", "ignored");
        note(cpuTimes, "record without times of the wall clock", "those of the CPU are taken");
        note(noTimes, "record without times", "the computation before it is unknown and left out");
        note(functions, "record of a function that is not of MPI", "ignored");
        note(ioRequests, "call of MPIO_Wait or MPIO_Test or the like", "left out, as input and output are");
        ignored.forEach((name, count) ->
                note(count, "call of " + name + " that the tracer was told not to record", "unknown and left out"));
        missing.forEach((name, count) -> note(
                count,
                "call of " + name + " by which the count at the end of a file differs from its records",
                "the records are read as they are"));
        note(
                communicators.unresolved(),
                "rank's call that makes a communicator of unknown members",
                "left out; what uses the communicator is taken as of all ranks");
        note(
                communicators.made().reordered(),
                "rank's call that lets MPI order the ranks of a new communicator",
                "taken to have kept their order");
    }

    private void note(long count, String what, String consequence) {
        if (count > 0) {
            notes.add(count + " x " + what + ": " + consequence + ".");
        }
    }

    private List<CommunicatorCall> scan(DumpiFile file, Map<String, Long> ignored, Map<String, Long> missing) {
        List<CommunicatorCall> calls = new ArrayList<>();
        long[] counts = new long[DumpiFunctions.COUNT];
        DumpiCursor record = new DumpiCursor(file, BUFFER);
        while (record.next()) {
            DumpiFunction function = record.function();
            if (record.hasTimes()) {
                first = Math.min(first, record.enter());
                last = Math.max(last, Math.max(record.enter(), record.leave()));
            }
            if (function.id() >= counts.length) {
                functions++;
                continue;
            }
            counts[function.id()]++;
            otherThreads += record.thread() == 0 ? 0 : 1;
            counters += record.hasCounters() ? 1 : 0;
            cpuTimes += record.hasTimes() && !record.hasWallTimes() ? 1 : 0;
            noTimes += record.hasTimes() ? 0 : 1;
            ioRequests += function.name().startsWith("MPIO_") ? 1 : 0;
            CommunicatorCall call = CommunicatorCall.of(record);
            if (call != null) {
                calls.add(call);
            }
        }
        for (DumpiFunction function : DumpiFunctions.all()) {
            add(ignored, function, file.ignoredCalls(function.id()));
            if (file.hasCallCounts()) {
                add(missing, function, Math.abs(file.recordedCalls(function.id()) - counts[function.id()]));
            }
        }
        return calls;
    }

    private static void add(Map<String, Long> counts, DumpiFunction function, long count) {
        if (count > 0) {
            counts.merge(function.name(), count, Long::sum);
        }
    }

    @Override
    public int ranks() {
        return files.size();
    }

    DumpiFile file(int rank) {
        return files.get(rank);
    }

    /**
     * Returns the communicators that the calls of a rank make, in their order; null for none or an unknown one.
     */
    List<@Nullable Communicator> communicators(int rank) {
        return communicators.results(rank);
    }

    @Override
    public List<Communicator> communicators() {
        List<Communicator> all = new ArrayList<>(communicators.made().all());
        all.add(Communicator.world());
        return all;
    }

    @Override
    public double ticksPerSecond() {
        return DumpiCursor.TICKS_PER_SECOND;
    }

    @Override
    public RecordedRank open(int rank, TranslationCounts counts) {
        return new RankCalls(this, rank, RankBuffers.forRecords(ranks()), counts);
    }

    /** Returns the time at which the first call of all was entered, in ns; 0 if no record has a time. */
    long beginning() {
        return first == Long.MAX_VALUE ? 0 : first;
    }

    /** Seconds; NaN if no record has a time. */
    @Override
    public double span() {
        return first == Long.MAX_VALUE ? Double.NaN : (last - first) / DumpiCursor.TICKS_PER_SECOND;
    }

    @Override
    public List<String> notes() {
        return notes;
    }
}
