package org.tailback.trace.clog2;

import java.nio.file.Path;
import org.tailback.columns.LongTable;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.io.RecordSorter;
import org.tailback.trace.io.SortedRecords;

/** Sorts the records of a file by rank, those of a rank in the file's order, so that a rank can be read on its own. */
final class RankRecords {
    /** Resolution of the times, value 0 of all records: picoseconds, to keep what a microsecond clock records. */
    static final double TICKS_PER_SECOND = 1e12;

    /** A record that has a time only. */
    static final int TIME = 0;
    /** Values: event, index of the communicator, bytes sent and received in 32 bits each or -1. */
    static final int EVENT = 1;
    /** Values: world rank of the partner, index of the communicator, tag and bytes in 32 bits each. */
    static final int SEND = 2;

    static final int RECEIVE = 3;

    private static final int SENT = -101;
    private static final int RECEIVED = -102;

    private final Clog2World world;
    private final RecordSorter sorter;
    /** Number of records of processes of unknown rank, which are left out. */
    long ofUnknownRanks;
    /** Records of other threads than the first of a process, which are left out. */
    long otherThreads;
    /** Number of messages of negative size, that is 2 GiB or more. */
    long largeMessages;

    private RankRecords(Clog2World world, RecordSorter sorter) {
        this.world = world;
        this.sorter = sorter;
    }

    static SortedRecords sort(Path file, Clog2World world) {
        try (Clog2Cursor cursor = new Clog2Cursor(file);
                RecordSorter sorter = new RecordSorter(file + ": to sort its records by rank")) {
            RankRecords records = new RankRecords(world, sorter);
            while (cursor.next()) {
                if (Clog2World.isOfProgram(cursor.kind())) {
                    records.add(cursor);
                }
            }
            world.addNotes(records);
            return sorter.sort(world.ranks());
        }
    }

    private void add(Clog2Cursor cursor) {
        int rank = world.worldRank(cursor.communicator(), cursor.rank());
        if (rank == NumberTable.NONE || rank >= world.ranks()) {
            ofUnknownRanks++;
        } else if (cursor.thread() != 0) {
            otherThreads++;
        } else {
            int own = world.communicatorIndex(cursor.communicator());
            switch (cursor.kind()) {
                case Clog2Cursor.EVENT -> add(cursor, rank, EVENT, cursor.value(0), own, -1);
                case Clog2Cursor.CARGO_EVENT -> {
                    long sizes = LongTable.pair(cursor.bigEndianValue(8), cursor.bigEndianValue(12));
                    add(cursor, rank, EVENT, cursor.value(0), own, sizes);
                }
                case Clog2Cursor.MESSAGE -> addMessage(cursor, rank);
                default -> add(cursor, rank, TIME, 0, 0, 0);
            }
        }
    }

    private void addMessage(Clog2Cursor cursor, int rank) {
        int type = cursor.value(0);
        if (type != SENT && type != RECEIVED) {
            throw cursor.corrupt("expected a message of type " + SENT + " or " + RECEIVED + ", found " + type);
        }
        if (cursor.value(4) < 0) {
            largeMessages++;
        }
        add(
                cursor,
                rank,
                type == SENT ? SEND : RECEIVE,
                world.worldRank(cursor.value(1), cursor.value(2)),
                world.messageCommunicator(cursor.communicator(), cursor.value(1)),
                LongTable.pair(cursor.value(3), cursor.value(4)));
    }

    /** Adds a record; all have the same time for the sorter, which so keeps their order. */
    private void add(Clog2Cursor cursor, int rank, int kind, int first, int communicator, long pair) {
        sorter.add(rank, 0, 0, kind, Math.round(cursor.time() * TICKS_PER_SECOND), first, communicator, pair);
    }
}
