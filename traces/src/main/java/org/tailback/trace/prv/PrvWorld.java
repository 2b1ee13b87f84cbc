package org.tailback.trace.prv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.io.RecordSorter;
import org.tailback.trace.io.SortedRecords;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.RecordedWorld;
import org.tailback.trace.mpi.TranslationCounts;

/**
 * The results of one reading of a file: the tasks that are ranks, their communicators, and their MPI records sorted by
 * task.
 */
final class PrvWorld implements RecordedWorld {
    private final PrvScan scan;
    private final SortedRecords records;
    final EventNames names;
    final CollectiveCounts collectives;
    /** Rank of each task; negative for tasks that are no ranks. */
    final int[] rankOfTask;

    final int[] taskOfRank;
    private final List<Communicator> communicators = new ArrayList<>();

    private PrvWorld(PrvScan scan, SortedRecords records) {
        this.scan = scan;
        this.records = records;
        this.names = scan.names;
        this.collectives = scan.collectives;
        this.rankOfTask = scan.rankOfTask;
        this.taskOfRank = IntStream.range(0, rankOfTask.length)
                .filter(task -> rankOfTask[task] >= 0)
                .toArray();
        for (int[] members : scan.communicators.members()) {
            int[] group = Arrays.stream(members).map(task -> rankOfTask[task]).toArray();
            boolean all = Communicator.isWorldOrder(group, taskOfRank.length);
            communicators.add(all ? Communicator.world() : Communicator.of(communicators.size() + 1, group, false));
        }
    }

    static PrvWorld read(PrvFiles files) {
        String file = files.records().toString();
        EventNames names = new EventNames(files);
        try (LineReader lines = LineReader.open(files.records(), 64 << 10);
                RecordSorter sorter = new RecordSorter(file + ": to sort its records by task")) {
            PrvScan scan = new PrvScan(file, new PrvLine(lines), names, sorter);
            scan.read();
            return new PrvWorld(scan, sorter.sort(scan.keys()));
        }
    }

    @Override
    public int ranks() {
        return taskOfRank.length;
    }

    @Override
    public double ticksPerSecond() {
        return scan.header.ticksPerSecond();
    }

    @Override
    public double span() {
        return scan.span() / scan.header.ticksPerSecond();
    }

    @Override
    public List<Communicator> communicators() {
        return communicators;
    }

    @Override
    public RecordedRank open(int rank, TranslationCounts counts) {
        return new PrvRank(this, rank, counts);
    }

    SortedRecords.Cursor records(int rank) {
        return records.open(taskOfRank[rank]);
    }

    /**
     * Returns the roots of a communicator's operations: time is the number that the root's task gives it, value 0 the
     * task.
     */
    SortedRecords.Cursor roots(int communicator) {
        return records.open(rankOfTask.length + communicator);
    }

    /** Returns the communicator of an index; null for {@link NumberTable#NONE}. */
    @Nullable
    Communicator communicator(int index) {
        return index < 0 ? null : communicators.get(index);
    }

    @Override
    public List<String> notes() {
        return scan.notes();
    }

    @Override
    public void close() {
        records.close();
    }
}
