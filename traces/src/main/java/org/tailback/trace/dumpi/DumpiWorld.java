package org.tailback.trace.dumpi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.RecordedWorld;
import org.tailback.trace.mpi.TranslationCounts;

/**
 * Results of one reading of all files: the members of the program's communicators, the times at which the program began
 * and ended, and the contents that the reader ignores. Immutable once read.
 */
final class DumpiWorld extends RecordedWorld {
    private static final int BUFFER = 64 << 10;

    /** Files of the ranks. */
    final List<DumpiFile> files = new ArrayList<>();

    final CommunicatorResolver resolver;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    DumpiWorld(DumpiFiles paths) {
        List<List<CommunicatorCall>> calls = new ArrayList<>();
        for (Path path : paths.ranks()) {
            DumpiFile file = DumpiFile.open(path);
            files.add(file);
            calls.add(scan(file));
        }
        ranks = files.size();
        ticksPerSecond = DumpiCursor.TICKS_PER_SECOND;
        span = first > last ? Double.NaN : (last - first) / ticksPerSecond;
        resolver = new CommunicatorResolver(calls);
        communicators.put(0, Communicator.world());
        resolver.made.all.forEach(communicator -> communicators.put(communicator.number(), communicator));
        if (!paths.hasMeta()) {
            notes.add("There is no .meta file: the number of ranks is the number of files.");
        }
        omissions.count(
                resolver.unresolved,
                "rank's call that makes a communicator of unknown members: left out; calls on it count as calls of all"
                        + " ranks");
        omissions.count(
                resolver.made.reordered,
                "rank's call that lets MPI order the ranks of a new communicator: assumed to keep their order");
    }

    private List<CommunicatorCall> scan(DumpiFile file) {
        List<CommunicatorCall> calls = new ArrayList<>();
        long[] found = new long[DumpiFunctions.COUNT];
        DumpiCursor record = new DumpiCursor(file, BUFFER);
        while (record.next()) {
            DumpiFunction function = record.function();
            if (record.hasTimes()) {
                first = Math.min(first, record.enter());
                last = Math.max(last, Math.max(record.enter(), record.leave()));
            }
            if (function.id() >= found.length) {
                omissions.count("record of a function that is not an MPI function: ignored");
                continue;
            }
            found[function.id()]++;
            note(record);
            CommunicatorCall call = CommunicatorCall.of(record);
            if (call != null) {
                calls.add(call);
            }
        }
        for (DumpiFunction function : DumpiFunctions.all()) {
            omissions.count(
                    file.ignoredCalls(function.id()),
                    "call of " + function.name() + " that the tracer was set not to record: unknown and left out");
            omissions.count(
                    file.missingCalls(function.id(), found[function.id()]),
                    "call of " + function.name() + " by which the count at the end of a file differs from its records:"
                            + " the records are read as they are");
        }
        return calls;
    }

    /** Counts the parts of a record that are omitted from the program. */
    private void note(DumpiCursor record) {
        if (record.thread() != 0) {
            omissions.count("record of a thread that is not a rank's first: read like records of the first thread, in"
                    + " their order");
        }
        if (record.hasCounters()) {
            omissions.count("record with values of performance counters: ignored");
        }
        if (!record.hasTimes()) {
            omissions.count("record without times: the computation before it is unknown and left out");
        } else if (!record.hasWallTimes()) {
            omissions.count("record without wall-clock times: CPU times are used");
        }
        if (record.function().name().startsWith("MPIO_")) {
            omissions.count("call of an MPIO function such as MPIO_Wait: left out, like input and output");
        }
    }

    @Override
    protected RecordedRank open(int rank, TranslationCounts counts) {
        return new DumpiRank(this, rank, RankBuffers.forRecords(ranks), counts);
    }

    /** Returns the time at which the first call of any rank was entered, in ns; 0 if no record has a time. */
    long beginning() {
        return first == Long.MAX_VALUE ? 0 : first;
    }
}
