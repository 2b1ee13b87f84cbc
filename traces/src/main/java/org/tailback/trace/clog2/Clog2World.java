package org.tailback.trace.clog2;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.LongTable;
import org.tailback.error.InputException;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.io.SortedRecords;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.RecordedWorld;
import org.tailback.trace.mpi.TranslationCounts;

/**
 * The results of one reading of a file: the process of each rank of the world, the members of each communicator, the
 * events that begin and end calls, and the number of records of each rank. Immutable once read.
 */
final class Clog2World implements RecordedWorld {
    /** More ranks than any machine has: a larger number is a mistake, and would cost memory. */
    static final int MOST_RANKS = 1 << 24;
    /** Latest time of a record, in seconds: a thousand years. Later times are damage. */
    static final double LATEST = 3.2e10;

    private static final int WORLD_CREATED = 0;
    private static final int SELF_CREATED = 1;
    private static final int REMOTE_PART = 102;
    private static final int FREED = 10;
    private static final String BUFFER_WRITTEN = "CLOG_Buffer_write2disk";

    /** World ranks by communicator and rank in it. */
    private final NumberTable worldRanks = new NumberTable();
    /** Index into the communicators by id. */
    private final NumberTable communicatorIndex = new NumberTable();
    /** Index into the communicators by the two ids of a communicator between groups. */
    private final NumberTable pairIndex = new NumberTable();

    private final List<Communicator> communicators = new ArrayList<>();
    /** The MPI calls that events begin and end. */
    final Map<Integer, MpiCall> begins = new HashMap<>();

    final Map<Integer, MpiCall> ends = new HashMap<>();
    /** The events with which the tracer begins and ends to write its buffer. */
    int flushBegin = Integer.MIN_VALUE;

    int flushEnd = Integer.MIN_VALUE;
    private int ranks;
    private long conflicts;
    private @Nullable SortedRecords sorted;
    double firstTime = Double.POSITIVE_INFINITY;
    private double lastTime = Double.NEGATIVE_INFINITY;
    private final List<String> notes = new ArrayList<>();

    static Clog2World read(Path file) {
        Clog2World world = new Clog2World();
        try (Clog2Cursor cursor = new Clog2Cursor(file)) {
            world.new Builder(file).read(cursor);
        }
        world.sorted = RankRecords.sort(file, world);
        return world;
    }

    void addNotes(RankRecords records) {
        note(records.ofUnknownRanks, "record of a process whose rank is not recorded: ignored.");
        note(conflicts, "communicator id given to other ranks than before: the first ones count.");
        if (begins.isEmpty()) {
            notes.add("The file defines no MPI calls: all time is taken for computation.");
        }
        note(records.otherThreads, "record of a thread that is not a process's first: left out.");
        note(records.largeMessages, "message of 2 GiB or more: the file keeps only the lower 32 bits of its size.");
    }

    private void note(long count, String what) {
        if (count > 0) {
            notes.add(count + " x " + what);
        }
    }

    @Override
    public double ticksPerSecond() {
        return RankRecords.TICKS_PER_SECOND;
    }

    @Override
    public RecordedRank open(int rank, TranslationCounts counts) {
        return new RankReader(this, Objects.requireNonNull(sorted).open(rank), rank, counts);
    }

    @Override
    public void close() {
        Objects.requireNonNull(sorted).close();
    }

    @Override
    public int ranks() {
        return ranks;
    }

    /** Returns the world rank of a rank in a communicator, or {@link NumberTable#NONE}. */
    int worldRank(int communicator, int rank) {
        return worldRanks.get(LongTable.pair(communicator, rank));
    }

    /**
     * Returns the index of the communicator of a message that a process of one communicator exchanges with one of
     * another.
     */
    int messageCommunicator(int own, int partners) {
        return own == partners ? communicatorIndex.get(own) : pairIndex.get(unordered(own, partners));
    }

    /** Returns the index of a communicator, or {@link NumberTable#NONE}. */
    int communicatorIndex(int id) {
        return communicatorIndex.get(id);
    }

    /** Returns the communicator of an index, or null for {@link NumberTable#NONE}. Its messages name world ranks. */
    @Nullable
    Communicator communicator(int index) {
        return index < 0 ? null : communicators.get(index);
    }

    @Override
    public List<Communicator> communicators() {
        return communicators;
    }

    @Override
    public double span() {
        return lastTime > firstTime ? lastTime - firstTime : Double.NaN;
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    private static long unordered(int id, int other) {
        return LongTable.pair(Math.min(id, other), Math.max(id, other));
    }

    /** Returns whether a record is one of a process's program, not a definition. */
    static boolean isOfProgram(int kind) {
        return kind == Clog2Cursor.EVENT
                || kind == Clog2Cursor.CARGO_EVENT
                || kind == Clog2Cursor.MESSAGE
                || kind == Clog2Cursor.COMMUNICATOR;
    }

    private final class Builder {
        private final Path file;
        /** Members by communicator: rank in it to world rank. */
        private final Map<Integer, TreeMap<Integer, Integer>> members = new TreeMap<>();

        private final BitSet present = new BitSet();
        /** The two ids of each communicator between groups. */
        private final Set<Long> pairs = new LinkedHashSet<>();

        private @Nullable Integer worldId;

        Builder(Path file) {
            this.file = file;
        }

        void read(Clog2Cursor cursor) {
            while (cursor.next()) {
                double time = cursor.time();
                if (!(Math.abs(time) <= LATEST)) {
                    throw cursor.corrupt("found the time " + time + " s");
                }
                int kind = cursor.kind();
                if (kind == Clog2Cursor.STATE_DEFINITION) {
                    defineState(cursor);
                } else if (isOfProgram(kind)) {
                    firstTime = Math.min(firstTime, time);
                    lastTime = Math.max(lastTime, time);
                    if (kind == Clog2Cursor.COMMUNICATOR) {
                        defineMember(cursor);
                    } else if (kind == Clog2Cursor.MESSAGE && cursor.value(1) != cursor.communicator()) {
                        pairs.add(unordered(cursor.value(1), cursor.communicator()));
                    }
                }
            }
            finish(cursor.header());
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
                throw cursor.corrupt("expected ranks of 0 to " + (MOST_RANKS - 1) + ", found rank " + rank
                        + " of a communicator and " + worldRank + " of the world");
            }
            if (type == WORLD_CREATED) {
                worldId = id;
                present.set(worldRank);
            }
            int before = worldRanks.get(LongTable.pair(id, rank));
            if (before == NumberTable.NONE) {
                worldRanks.put(LongTable.pair(id, rank), worldRank);
                // members that others may name; a communicator of its own process only has none
                members.computeIfAbsent(id, key -> new TreeMap<>()).put(rank, worldRank);
            } else if (before != worldRank && type != SELF_CREATED) {
                conflicts++;
            }
        }

        private void finish(Clog2Header header) {
            ranks = present.cardinality();
            if (ranks == 0 || present.length() != ranks) {
                throw new InputException(file + ": "
                        + (ranks == 0
                                ? "no process of this file has a rank; expected records of MPI_COMM_WORLD"
                                : "the ranks of the world have gaps: there are " + ranks + " up to rank "
                                        + (present.length() - 1)));
            }
            if (header.ranks() != ranks) {
                notes.add("The file announces " + header.ranks() + " ranks and has records of " + ranks + ".");
            }
            addCommunicators();
        }

        private void addCommunicators() {
            members.forEach((id, ofId) -> {
                communicatorIndex.put(id, communicators.size());
                int[] group = group(ofId);
                int[] members = Communicator.isWorldOrder(group, ranks) ? null : group;
                communicators.add(
                        id.equals(worldId)
                                ? Communicator.world()
                                : Communicator.of(communicators.size() + 1, members, true));
            });
            for (long pair : pairs) {
                pairIndex.put(pair, communicators.size());
                communicators.add(Communicator.of(communicators.size() + 1, null, true));
            }
        }

        private int[] group(TreeMap<Integer, Integer> ofId) {
            // ranks without a record leave gaps; a damaged file may name far too high ones
            int size = Math.min(ranks, ofId.lastKey() + 1);
            int[] group = new int[size];
            Arrays.fill(group, Communicator.NO_RANK);
            ofId.forEach((rank, worldRank) -> {
                if (rank < size && worldRank < ranks) {
                    group[rank] = worldRank;
                }
            });
            return group;
        }
    }
}
