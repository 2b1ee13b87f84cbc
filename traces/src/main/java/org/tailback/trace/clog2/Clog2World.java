package org.tailback.trace.clog2;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeMap;
import org.tailback.columns.LongTable;
import org.tailback.error.InputException;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.io.RecordSorter;
import org.tailback.trace.io.SortedRecords;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.RecordedWorld;
import org.tailback.trace.mpi.TranslationCounts;

/**
 * Results of two readings of a file: its definitions, and its records sorted by rank. Records of a rank keep the file's
 * order, so each rank can be read separately. Messages refer to world ranks.
 */
final class Clog2World extends RecordedWorld {
    /** Kind of a sorted record with a time only; value 0 of all kinds is the time. */
    static final int TIME = 0;
    /** Kind of an event; values: event, id of the communicator, bytes sent and received in 32 bits each or -1. */
    static final int EVENT = 1;
    /**
     * Kind of a sent message; values: world rank of the partner, id of the communicator, tag and bytes in 32 bits each.
     */
    static final int SEND = 2;

    /** Kind of a received message, with the same values as {@link #SEND}. */
    static final int RECEIVE = 3;

    /**
     * Resolution of the times in ticks per second: picoseconds, so that the digits of a microsecond clock are kept.
     */
    private static final double PICOSECONDS = 1e12;

    private static final int SENT = -101;
    private static final int RECEIVED = -102;

    final Clog2Definitions definitions;
    private final SortedRecords sorted;

    Clog2World(Path file) {
        try (Clog2Cursor cursor = new Clog2Cursor(file)) {
            definitions = new Clog2Definitions(cursor, omissions);
            finish(file, cursor.header.ranks());
        }
        try (Clog2Cursor cursor = new Clog2Cursor(file);
                RecordSorter sorter = new RecordSorter(file + ": to sort its records by rank")) {
            while (cursor.next()) {
                if (Clog2Definitions.OF_PROGRAM.contains(cursor.kind())) {
                    add(cursor, sorter);
                }
            }
            sorted = sorter.sort(ranks);
        }
    }

    private void finish(Path file, long announced) {
        ranks = definitions.present.cardinality();
        if (ranks == 0 || definitions.present.length() != ranks) {
            throw new InputException(file + ": "
                    + (ranks == 0
                            ? "no process of the file has a rank; expected records of MPI_COMM_WORLD"
                            : "the ranks of the world have gaps: there are " + ranks + " up to rank "
                                    + (definitions.present.length() - 1)));
        }
        if (announced != ranks) {
            notes.add("The file announces " + announced + " ranks and has records of " + ranks + ".");
        }
        if (definitions.begins.isEmpty()) {
            notes.add("The file defines no MPI calls: all time counts as computation.");
        }
        ticksPerSecond = PICOSECONDS;
        double recorded = definitions.lastTime - definitions.firstTime;
        span = recorded > 0 ? recorded : Double.NaN;
        definitions.members.forEach((id, members) -> communicators.put(
                Clog2Definitions.communicatorId(id, id),
                id.equals(definitions.worldId) ? Communicator.world() : newCommunicator(group(members), true)));
        for (long pair : definitions.pairs) {
            communicators.put(pair, Communicator.of(communicators.size() + 1, null, true));
        }
    }

    private int[] group(TreeMap<Integer, Integer> members) {
        // ranks without a record leave gaps; a damaged file may contain ranks far above the others
        int[] group = new int[Math.min(ranks, members.lastKey() + 1)];
        Arrays.fill(group, Communicator.NO_RANK);
        members.forEach((rank, worldRank) -> {
            if (rank < group.length && worldRank < ranks) {
                group[rank] = worldRank;
            }
        });
        return group;
    }

    private void add(Clog2Cursor cursor, RecordSorter sorter) {
        int own = cursor.communicator();
        int rank = definitions.worldRank(own, cursor.rank());
        if (rank == NumberTable.NONE || rank >= ranks) {
            omissions.count("record of a process whose rank is not recorded: ignored");
        } else if (cursor.thread() != 0) {
            omissions.count("record of a thread that is not a process's first: left out");
        } else if (cursor.kind() == Clog2Cursor.MESSAGE) {
            addMessage(cursor, sorter, rank);
        } else {
            boolean isEvent = cursor.kind() != Clog2Cursor.COMMUNICATOR;
            long sizes = cursor.kind() == Clog2Cursor.CARGO_EVENT
                    ? LongTable.pair(cursor.bigEndianValue(8), cursor.bigEndianValue(12))
                    : -1;
            long communicator = Clog2Definitions.communicatorId(own, own);
            add(cursor, sorter, rank, isEvent ? EVENT : TIME, cursor.value(0), communicator, sizes);
        }
    }

    private void addMessage(Clog2Cursor cursor, RecordSorter sorter, int rank) {
        int type = cursor.value(0);
        if (type != SENT && type != RECEIVED) {
            throw cursor.corrupt("expected a message of type " + SENT + " or " + RECEIVED + ", found " + type);
        }
        if (cursor.value(4) < 0) {
            omissions.count("message of 2 GiB or more: the file keeps only the lower 32 bits of its size");
        }
        int partner = definitions.worldRank(cursor.value(1), cursor.value(2));
        long communicator = Clog2Definitions.communicatorId(cursor.communicator(), cursor.value(1));
        long sizes = LongTable.pair(cursor.value(3), cursor.value(4));
        add(cursor, sorter, rank, type == SENT ? SEND : RECEIVE, partner, communicator, sizes);
    }

    /** Adds a record. All records have the same time in the sorter, which keeps their order in this case. */
    private static void add(
            Clog2Cursor cursor, RecordSorter sorter, int rank, int kind, int first, long communicator, long pair) {
        sorter.add(rank, 0, 0, kind, Math.round(cursor.time() * PICOSECONDS), first, communicator, pair);
    }

    /** Returns the time of the first record, ticks. */
    long beginning() {
        return Math.round(definitions.firstTime * PICOSECONDS);
    }

    @Override
    protected RecordedRank open(int rank, TranslationCounts counts) {
        return new Clog2Rank(this, sorted.open(rank), rank, counts);
    }

    @Override
    public void close() {
        sorted.close();
    }
}
