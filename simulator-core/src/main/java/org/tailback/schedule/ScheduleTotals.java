package org.tailback.schedule;

import java.util.List;
import org.tailback.columns.Columns;

/**
 * The operations of the ranks of a schedule, added up without running it. Sums that do not fit into 64 bits stay at the
 * largest number, and {@link #isCapped} says so. Immutable.
 */
public final class ScheduleTotals {
    private long[] sendsOfRank;
    private long[] bytesOfRank;
    private long[] calculationOfRank;
    private int ranks;
    private long sends;
    private long receives;
    private long calculations;
    private long bytes;
    private long emptyMessages;
    private long dependencies;
    private boolean capped;
    private List<String> approximations = List.of();

    private ScheduleTotals(int ranks) {
        sendsOfRank = new long[ranks];
        bytesOfRank = new long[ranks];
        calculationOfRank = new long[ranks];
    }

    /** Adds up a schedule. O(operations). */
    public static ScheduleTotals of(Schedule schedule) {
        Builder builder = new Builder(schedule.ranks());
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            int operations = schedule.operations(rank);
            for (int operation = 0; operation < operations; operation++) {
                builder.add(rank, schedule.kind(rank, operation), schedule.size(rank, operation));
                builder.totals.dependencies += (long) schedule.completionSuccessors(rank, operation)
                        + schedule.startSuccessors(rank, operation);
            }
        }
        return builder.approximations(schedule.approximations()).build();
    }

    /** Adds up operations, so that the schedule need not be kept or gone through for that. */
    public static final class Builder {
        private final ScheduleTotals totals;

        /** No ranks yet; {@link #append} adds them. */
        public Builder() {
            totals = new ScheduleTotals(16);
        }

        /** So many ranks, whose operations come in any order. */
        public Builder(int ranks) {
            totals = new ScheduleTotals(ranks);
            totals.ranks = ranks;
        }

        /** Adds the next rank. O(its operations). */
        public void append(RankGraph graph) {
            totals.addRank();
            for (int operation = 0; operation < graph.operations(); operation++) {
                add(totals.ranks - 1, graph.kind(operation), graph.size(operation));
            }
            totals.dependencies += (long) graph.completionDependencies() + graph.startDependencies();
        }

        /** Adds a send of a rank, its size in bytes, an unsigned number. */
        public void send(int rank, long bytes) {
            totals.send(rank, bytes);
        }

        /** Adds a calculation of a rank, its duration an unsigned number. */
        public void calculation(int rank, long duration) {
            totals.calculation(rank, duration);
        }

        private void add(int rank, Schedule.Kind kind, long size) {
            switch (kind) {
                case SEND -> totals.send(rank, size);
                case RECEIVE -> totals.receives++;
                case CALCULATION -> totals.calculation(rank, size);
            }
        }

        /** Sets the changes and omissions of reading the graphs, a sentence each; none unless given. */
        public Builder approximations(List<String> sentences) {
            totals.approximations = List.copyOf(sentences);
            return this;
        }

        /** The sums; nothing may be appended any more. */
        public ScheduleTotals build() {
            totals.bytes = 0;
            for (int rank = 0; rank < totals.ranks; rank++) {
                totals.bytes = totals.sum(totals.bytes, totals.bytesOfRank[rank], Long.MAX_VALUE);
            }
            return totals;
        }
    }

    private void addRank() {
        sendsOfRank = Columns.fit(sendsOfRank, ranks);
        bytesOfRank = Columns.fit(bytesOfRank, ranks);
        calculationOfRank = Columns.fit(calculationOfRank, ranks);
        ranks++;
    }

    private void send(int rank, long size) {
        sends++;
        sendsOfRank[rank]++;
        bytesOfRank[rank] = sum(bytesOfRank[rank], size, Long.MAX_VALUE);
        emptyMessages += size == 0 ? 1 : 0;
    }

    private void calculation(int rank, long duration) {
        calculations++;
        calculationOfRank[rank] = sum(calculationOfRank[rank], duration, -1L);
    }

    /** The sum of unsigned numbers, at most {@code largest}. */
    private long sum(long a, long b, long largest) {
        long sum = a + b;
        if (Long.compareUnsigned(sum, a) < 0 || Long.compareUnsigned(sum, largest) > 0) {
            capped = true;
            return largest;
        }
        return sum;
    }

    /** Number of ranks. */
    public int ranks() {
        return ranks;
    }

    /** Sends of all ranks. */
    public long sends() {
        return sends;
    }

    /** Sends of one rank. */
    public long sends(int rank) {
        return sendsOfRank[rank];
    }

    /** Receives of all ranks. */
    public long receives() {
        return receives;
    }

    /** Calculations of all ranks. */
    public long calculations() {
        return calculations;
    }

    /** Bytes that all ranks send, at most 2^63 - 1. */
    public long bytes() {
        return bytes;
    }

    /** Bytes that one rank sends, at most 2^63 - 1. */
    public long bytes(int rank) {
        return bytesOfRank[rank];
    }

    /** Duration of a rank's calculations, on all its CPUs together, an unsigned number. */
    public long calculation(int rank) {
        return calculationOfRank[rank];
    }

    /** Sends of 0 bytes. */
    public long emptyMessages() {
        return emptyMessages;
    }

    /** Dependencies of both kinds. */
    public long dependencies() {
        return dependencies;
    }

    /** Changes and omissions of reading the schedule, a sentence each. */
    public List<String> approximations() {
        return approximations;
    }

    /** True if a sum is larger than what is given for it. */
    public boolean isCapped() {
        return capped;
    }
}
