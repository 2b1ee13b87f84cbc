package org.tailback.trace.otf1;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.RecordedWorld;
import org.tailback.trace.mpi.TranslationCounts;

/** Definitions of an archive, and the times of its first and last event. Immutable once read. */
final class Otf1World extends RecordedWorld {
    private static final String WORLD = "__MPI_COMM_WORLD__";
    private static final double ASSUMED_TICKS_PER_SECOND = 1e9;

    private final Otf1Files files;
    final Map<Long, MpiCall> calls = new HashMap<>();
    final Map<Long, MpiCall> collectives = new HashMap<>();
    private final NumberTable rankOfProcess = new NumberTable();
    long[] processOfRank = new long[0];
    /** Time of the first event, in ticks. */
    long begin = Long.MAX_VALUE;

    private long end;

    Otf1World(Otf1Files files) {
        this.files = files;
        new Builder().read();
    }

    private final class Builder {
        private final Map<Long, long[]> members = new TreeMap<>();
        private final Map<Long, Long> parents = new TreeMap<>();
        private long @Nullable [] worldMembers;

        void read() {
            try (Otf1Line line = files.definitions()) {
                while (line.next()) {
                    if (!line.isNumber() && !line.isProcess()) {
                        line.split();
                        define(line);
                    }
                }
            }
            if (ticksPerSecond == 0) {
                ticksPerSecond = ASSUMED_TICKS_PER_SECOND;
                notes.add("The archive has no clock resolution: 1 ns per tick is assumed.");
            }
            chooseRanks();
            members.forEach(this::addGroup);
            findTimes();
        }

        private void define(Otf1Line line) {
            switch (line.key()) {
                case "DTR" -> {
                    ticksPerSecond = line.first();
                    if (!(ticksPerSecond > 0)) {
                        throw line.malformed("a number of ticks per second above 0");
                    }
                }
                case "DP" -> parents.put(line.first(), Math.max(0, line.value("P")));
                case "DF" -> MpiCall.of(line.quoted("NM")).ifPresent(call -> calls.put(line.first(), call));
                case "DCO" -> MpiCall.of(line.quoted("NM")).ifPresent(call -> collectives.put(line.first(), call));
                case "DPG" -> {
                    long[] ofGroup = line.list("M");
                    members.put(line.first(), ofGroup);
                    if (line.quoted("NM").equals(WORLD)) {
                        worldMembers = ofGroup;
                    }
                }
                default -> {
                    // irrelevant to the program
                }
            }
        }

        private void chooseRanks() {
            long[] ranks = worldMembers;
            if (ranks == null || ranks.length == 0) {
                ranks = files.streams.keySet().stream()
                        .mapToLong(Long::longValue)
                        .filter(process -> parents.getOrDefault(process, 0L) == 0)
                        .toArray();
                notes.add("The archive does not list the processes of MPI_COMM_WORLD: processes without a parent are "
                        + "used, in the order of their numbers.");
            }
            for (int rank = 0; rank < ranks.length; rank++) {
                if (!files.streams.containsKey(ranks[rank]) || rankOfProcess.get(ranks[rank]) != NumberTable.NONE) {
                    throw new InputException(files.control + ": rank " + rank + " of " + WORLD + " is process "
                            + Long.toHexString(ranks[rank]) + " (hexadecimal), which "
                            + (files.streams.containsKey(ranks[rank]) ? "is in it twice" : "has no stream"));
                }
                rankOfProcess.put(ranks[rank], rank);
            }
            if (ranks.length == 0) {
                throw new InputException(files.control + ": no process of the archive can be a rank");
            }
            processOfRank = ranks;
            Otf1World.this.ranks = ranks.length;
            omissions.count(
                    files.streams.size() - ranks.length,
                    "process that is not a rank (a thread, for example): left out");
        }

        private void addGroup(long id, long[] processes) {
            int[] group = new int[processes.length];
            Set<Integer> seen = new HashSet<>();
            for (int i = 0; i < group.length; i++) {
                group[i] = rankOfProcess.get(processes[i]);
                if (group[i] == NumberTable.NONE || !seen.add(group[i])) {
                    return; // a group of threads or of a node, to which no message refers
                }
            }
            addCommunicator(id, group, true);
        }

        private void findTimes() {
            for (long stream : new TreeSet<>(files.streams.values())) {
                try (Otf1Line line = files.events(stream)) {
                    while (line.next()) {
                        if (line.isNumber()) {
                            begin = Math.min(begin, line.number());
                            end = Math.max(end, line.number());
                        }
                    }
                }
            }
            begin = Math.min(begin, end);
            span = (end - begin) / ticksPerSecond;
        }
    }

    /** Returns the rank of a process; negative for a process that is not a rank. */
    int rank(long process) {
        return rankOfProcess.get(process);
    }

    @Override
    protected RecordedRank open(int rank, TranslationCounts counts) {
        return new Otf1Rank(this, files, rank, counts);
    }
}
