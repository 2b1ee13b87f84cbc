package org.tailback.trace.prv;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.RecordSorter;
import org.tailback.trace.io.SortedRecords;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.RecordedWorld;
import org.tailback.trace.mpi.TranslationCounts;

/**
 * Results of one pass over a file: the tasks that are ranks, their communicators, and their MPI records sorted by task.
 */
final class PrvWorld extends RecordedWorld {
    private final SortedRecords records;
    final EventNames names;
    final CollectiveCounts collectives;
    /** Rank of each task; negative for tasks that are not ranks. */
    final int[] rankOfTask;

    final int[] taskOfRank;

    PrvWorld(PrvFiles files) {
        names = new EventNames(files);
        String file = files.records().toString();
        try (LineReader lines = LineReader.open(files.records(), 64 << 10);
                RecordSorter sorter = new RecordSorter(file + ": to sort its records by task")) {
            PrvScan scan = new PrvScan(file, new PrvLine(lines), names, sorter, notes, omissions);
            scan.read();
            records = sorter.sort(scan.keys());
            collectives = scan.collectives;
            rankOfTask = scan.rankOfTask;
            taskOfRank = IntStream.range(0, rankOfTask.length)
                    .filter(task -> rankOfTask[task] >= 0)
                    .toArray();
            ranks = taskOfRank.length;
            ticksPerSecond = scan.header.ticksPerSecond();
            span = scan.span() / ticksPerSecond;
            for (int[] members : scan.communicators.members) {
                int[] group =
                        Arrays.stream(members).map(task -> rankOfTask[task]).toArray();
                addCommunicator(communicators.size(), group, false);
            }
        }
    }

    @Override
    protected RecordedRank open(int rank, TranslationCounts counts) {
        return new PrvRank(this, rank, counts);
    }

    SortedRecords.Cursor records(int rank) {
        return records.open(taskOfRank[rank]);
    }

    /**
     * Returns the roots of a communicator's operations, as records whose time is the number of the operation on the
     * root's task and whose value 0 is the task.
     */
    SortedRecords.Cursor roots(int communicator) {
        return records.open(rankOfTask.length + communicator);
    }

    @Override
    public void close() {
        records.close();
    }
}
