package org.tailback.schedule;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.Arrays;
import java.util.List;
import org.tailback.columns.Columns;
import org.tailback.stability.Internal;

/**
 * The operations of the ranks of a schedule, added up without running it. Sums that do not fit into 64 bits stay at the
 * largest number.
 *
 * @param ranks number of ranks
 * @param sends of all ranks
 * @param receives of all ranks
 * @param calculations of all ranks
 * @param bytes that all ranks send, at most 2^63 - 1
 * @param emptyMessages sends of 0 bytes
 * @param dependencies of both kinds
 * @param isCapped whether a sum is larger than the number given for it
 * @param approximations changes and omissions of reading the schedule, a sentence each
 * @param sendsOfRank number of sends by rank
 * @param bytesOfRank bytes that each rank sends, at most 2^63 - 1
 * @param calculationOfRank duration of each rank's calculations, on all its CPUs together, an unsigned number
 */
@Internal
public record ScheduleTotals(
        int ranks,
        long sends,
        long receives,
        long calculations,
        long bytes,
        long emptyMessages,
        long dependencies,
        boolean isCapped,
        List<String> approximations,
        ImmutableLongArray sendsOfRank,
        ImmutableLongArray bytesOfRank,
        ImmutableLongArray calculationOfRank) {
    public ScheduleTotals {
        approximations = ImmutableList.copyOf(approximations);
    }

    /** Returns the number of sends of one rank. */
    public long sends(int rank) {
        return sendsOfRank.get(rank);
    }

    /** Returns the bytes that one rank sends, at most 2^63 - 1. */
    public long bytes(int rank) {
        return bytesOfRank.get(rank);
    }

    /** Returns the duration of a rank's calculations, on all its CPUs together, an unsigned number. */
    public long calculation(int rank) {
        return calculationOfRank.get(rank);
    }

    /** Adds up a schedule. O(operations). */
    public static ScheduleTotals of(Schedule schedule) {
        Builder builder = new Builder(schedule.ranks());
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            int operations = schedule.operations(rank);
            for (int operation = 0; operation < operations; operation++) {
                builder.add(rank, schedule.kind(rank, operation), schedule.size(rank, operation));
                builder.dependencies += (long) schedule.completionSuccessors(rank, operation)
                        + schedule.startSuccessors(rank, operation);
            }
        }
        return builder.approximations(schedule.approximations()).build();
    }

    /** Adds up operations, so that the schedule need not be kept or read again. */
    public static final class Builder {
        private long[] sendsOfRank;
        private long[] bytesOfRank;
        private long[] calculationOfRank;
        private int ranks;
        private long sends;
        private long receives;
        private long calculations;
        private long emptyMessages;
        private long dependencies;
        private boolean capped;
        private List<String> approximations = List.of();

        /** Creates totals without ranks; {@link #append} adds them. */
        public Builder() {
            this(16);
            ranks = 0;
        }

        /** Creates the totals of this number of ranks, whose operations come in any order. */
        public Builder(int ranks) {
            sendsOfRank = new long[ranks];
            bytesOfRank = new long[ranks];
            calculationOfRank = new long[ranks];
            this.ranks = ranks;
        }

        /** Adds the next rank. O(its operations). */
        public void append(RankGraph graph) {
            sendsOfRank = Columns.fit(sendsOfRank, ranks);
            bytesOfRank = Columns.fit(bytesOfRank, ranks);
            calculationOfRank = Columns.fit(calculationOfRank, ranks);
            for (int operation = 0; operation < graph.operations(); operation++) {
                add(ranks, graph.kind(operation), graph.size(operation));
            }
            dependencies += (long) graph.completionDependencies() + graph.startDependencies();
            ranks++;
        }

        private void add(int rank, Schedule.Kind kind, long size) {
            switch (kind) {
                case SEND -> send(rank, size);
                case RECEIVE -> receives++;
                case CALCULATION -> calculation(rank, size);
            }
        }

        /** Adds a send of a rank, its size in bytes, an unsigned number. */
        public void send(int rank, long size) {
            sends++;
            sendsOfRank[rank]++;
            bytesOfRank[rank] = sum(bytesOfRank[rank], size, Long.MAX_VALUE);
            emptyMessages += size == 0 ? 1 : 0;
        }

        /** Adds a calculation of a rank, its duration an unsigned number. */
        public void calculation(int rank, long duration) {
            calculations++;
            calculationOfRank[rank] = sum(calculationOfRank[rank], duration, -1L);
        }

        /** Returns the sum of unsigned numbers, at most {@code largest}. */
        private long sum(long a, long b, long largest) {
            long sum = a + b;
            if (Long.compareUnsigned(sum, a) < 0 || Long.compareUnsigned(sum, largest) > 0) {
                capped = true;
                return largest;
            }
            return sum;
        }

        /** Sets the changes and omissions of reading the graphs, a sentence each; none unless given. */
        public Builder approximations(List<String> sentences) {
            approximations = sentences;
            return this;
        }

        /** Returns the sums. */
        public ScheduleTotals build() {
            long bytes = 0;
            for (int rank = 0; rank < ranks; rank++) {
                bytes = sum(bytes, bytesOfRank[rank], Long.MAX_VALUE);
            }
            return new ScheduleTotals(
                    ranks,
                    sends,
                    receives,
                    calculations,
                    bytes,
                    emptyMessages,
                    dependencies,
                    capped,
                    approximations,
                    ImmutableLongArray.copyOf(Arrays.copyOf(sendsOfRank, ranks)),
                    ImmutableLongArray.copyOf(Arrays.copyOf(bytesOfRank, ranks)),
                    ImmutableLongArray.copyOf(Arrays.copyOf(calculationOfRank, ranks)));
        }
    }
}
