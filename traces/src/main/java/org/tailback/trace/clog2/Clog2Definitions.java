package org.tailback.trace.clog2;

import com.google.common.collect.ImmutableSet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.LongTable;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.mpi.MpiCall;

/**
 * Results of the first reading of a file: the members of each communicator, the events that begin and end calls, and
 * the times of the first and last record.
 */
final class Clog2Definitions {
    /**
     * Upper bound of the number of ranks, larger than any machine. Larger numbers are errors and would exhaust memory.
     */
    private static final int MOST_RANKS = 1 << 24;
    /** Latest time of a record, in seconds: a thousand years. Later times indicate damage. */
    private static final double LATEST = 3.2e10;

    private static final int WORLD_CREATED = 0;
    private static final int SELF_CREATED = 1;
    private static final int REMOTE_PART = 102;
    private static final int FREED = 10;
    private static final String BUFFER_WRITTEN = "CLOG_Buffer_write2disk";

    /** Kinds of records that belong to the program of a process; all other records are definitions. */
    static final ImmutableSet<Integer> OF_PROGRAM =
            ImmutableSet.of(Clog2Cursor.EVENT, Clog2Cursor.CARGO_EVENT, Clog2Cursor.MESSAGE, Clog2Cursor.COMMUNICATOR);

    private final WritingLosses omissions;
    /** World ranks by communicator and rank in the communicator. */
    private final NumberTable worldRanks = new NumberTable();
    /** World rank by rank in the communicator, by communicator. */
    final Map<Integer, TreeMap<Integer, Integer>> members = new TreeMap<>();
    /** Values of {@link #communicatorId} of the communicators between groups. */
    final Set<Long> pairs = new LinkedHashSet<>();
    /** World ranks with a record in MPI_COMM_WORLD. */
    final BitSet present = new BitSet();

    @Nullable
    Integer worldId;
    /** MPI calls by the event that begins them. */
    final Map<Integer, MpiCall> begins = new HashMap<>();

    final Map<Integer, MpiCall> ends = new HashMap<>();
    /** Event at which the tracer begins to write its buffer. */
    int flushBegin = Integer.MIN_VALUE;

    int flushEnd = Integer.MIN_VALUE;
    double firstTime = Double.POSITIVE_INFINITY;
    double lastTime = Double.NEGATIVE_INFINITY;

    /** Reads all records of a file. */
    Clog2Definitions(Clog2Cursor cursor, WritingLosses omissions) {
        this.omissions = omissions;
        while (cursor.next()) {
            double time = cursor.time();
            if (!(Math.abs(time) <= LATEST)) {
                throw cursor.corrupt("found the time " + time + " s");
            }
            int kind = cursor.kind();
            if (kind == Clog2Cursor.STATE_DEFINITION) {
                defineState(cursor);
            } else if (OF_PROGRAM.contains(kind)) {
                firstTime = Math.min(firstTime, time);
                lastTime = Math.max(lastTime, time);
                if (kind == Clog2Cursor.COMMUNICATOR) {
                    defineMember(cursor);
                } else if (kind == Clog2Cursor.MESSAGE && cursor.value(1) != cursor.communicator()) {
                    pairs.add(communicatorId(cursor.value(1), cursor.communicator()));
                }
            }
        }
    }

    private void defineState(Clog2Cursor cursor) {
        String name = cursor.text(16 + 24, 32);
        int begin = cursor.value(1);
        int end = cursor.value(2);
        if (name.equals(BUFFER_WRITTEN)) {
            flushBegin = begin;
            flushEnd = end;
        }
        MpiCall.of(name).ifPresent(call -> {
            begins.put(begin, call);
            ends.put(end, call);
        });
    }

    private void defineMember(Clog2Cursor cursor) {
        int type = cursor.value(0);
        if (type == FREED || type == REMOTE_PART) {
            return;
        }
        int id = cursor.value(1);
        int rank = cursor.value(2);
        int worldRank = cursor.value(3);
        if (worldRank < 0 || worldRank >= MOST_RANKS || rank < 0 || rank >= MOST_RANKS) {
            throw cursor.corrupt("expected ranks from 0 to " + (MOST_RANKS - 1) + ", found rank " + rank
                    + " of a communicator and " + worldRank + " of the world");
        }
        if (type == WORLD_CREATED) {
            worldId = id;
            present.set(worldRank);
        }
        int before = worldRank(id, rank);
        if (before == NumberTable.NONE) {
            worldRanks.put(LongTable.pair(id, rank), worldRank);
            members.computeIfAbsent(id, key -> new TreeMap<>()).put(rank, worldRank);
        } else if (before != worldRank && type != SELF_CREATED) {
            omissions.count("communicator id defined again with other ranks: the first definition is used");
        }
    }

    /** Returns the world rank of a rank in a communicator, or {@link NumberTable#NONE}. */
    int worldRank(int communicator, int rank) {
        return worldRanks.get(LongTable.pair(communicator, rank));
    }

    /**
     * Returns the id of the communicator for messages between processes of one communicator or of two communicators.
     */
    static long communicatorId(int own, int partners) {
        return LongTable.pair(Math.min(own, partners), Math.max(own, partners));
    }
}
