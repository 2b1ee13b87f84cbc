package org.tailback.schedule;

import java.util.List;
import org.tailback.columns.Columns;
import org.tailback.stability.Internal;

/**
 * Totals over the operations of the ranks of a schedule, added while operations are read or run. Sums that do not fit
 * into 64 bits are capped at the largest number. Not thread-safe while operations are added.
 */
@Internal
public final class ScheduleTotals {
    private int ranks;
    private long[] sendsOfRank;
    private long[] bytesOfRank;
    private long[] calculationOfRank;
    private long sends;
    private long bytes;
    private long receives;
    private long calculations;
    private long emptyMessages;
    private boolean isCapped;
    private List<String> approximations = List.of();

    /**
     * Creates totals of 0.
     *
     * @param ranks number of ranks, whose operations are added in any order; {@link #append} adds more ranks
     */
    public ScheduleTotals(int ranks) {
        this.ranks = ranks;
        sendsOfRank = new long[ranks];
        bytesOfRank = new long[ranks];
        calculationOfRank = new long[ranks];
    }

    /** Returns the totals of a schedule. O(operations). */
    public static ScheduleTotals of(Schedule schedule) {
        ScheduleTotals totals = new ScheduleTotals(schedule.ranks());
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            int operations = schedule.operations(rank);
            for (int operation = 0; operation < operations; operation++) {
                totals.add(rank, schedule.kind(rank, operation), schedule.size(rank, operation));
            }
        }
        return totals.approximations(schedule.approximations());
    }

    /** Adds the next rank. O(operations of the rank). */
    public void append(RankGraph graph) {
        sendsOfRank = Columns.fit(sendsOfRank, ranks);
        bytesOfRank = Columns.fit(bytesOfRank, ranks);
        calculationOfRank = Columns.fit(calculationOfRank, ranks);
        for (int operation = 0; operation < graph.operations(); operation++) {
            add(ranks, graph.kind(operation), graph.size(operation));
        }
        ranks++;
    }

    private void add(int rank, Schedule.Kind kind, long size) {
        switch (kind) {
            case SEND -> send(rank, size);
            case RECEIVE -> receives++;
            case CALCULATION -> calculation(rank, size);
        }
    }

    /** Adds a send of a rank, with its size in bytes as an unsigned number. */
    public void send(int rank, long size) {
        sends++;
        sendsOfRank[rank]++;
        bytes = sum(bytes, size, Long.MAX_VALUE);
        bytesOfRank[rank] = sum(bytesOfRank[rank], size, Long.MAX_VALUE);
        emptyMessages += size == 0 ? 1 : 0;
    }

    /** Adds a calculation of a rank, with its duration as an unsigned number. */
    public void calculation(int rank, long duration) {
        calculations++;
        calculationOfRank[rank] = sum(calculationOfRank[rank], duration, -1L);
    }

    /** Returns the sum of two unsigned numbers, capped at {@code largest}. */
    private long sum(long a, long b, long largest) {
        long sum = a + b;
        if (Long.compareUnsigned(sum, a) < 0 || Long.compareUnsigned(sum, largest) > 0) {
            isCapped = true;
            return largest;
        }
        return sum;
    }

    /** Sets the changes and omissions made while reading the schedule, one sentence each; none by default. */
    public ScheduleTotals approximations(List<String> sentences) {
        approximations = List.copyOf(sentences);
        return this;
    }

    /** Returns the number of ranks. */
    public int ranks() {
        return ranks;
    }

    /** Returns the number of sends of all ranks. */
    public long sends() {
        return sends;
    }

    /** Returns the number of sends of one rank. */
    public long sends(int rank) {
        return sendsOfRank[rank];
    }

    /** Returns the number of receives of all ranks. */
    public long receives() {
        return receives;
    }

    /** Returns the number of calculations of all ranks. */
    public long calculations() {
        return calculations;
    }

    /** Returns the number of bytes that all ranks send, at most 2^63 - 1. */
    public long bytes() {
        return bytes;
    }

    /** Returns the number of bytes that one rank sends, at most 2^63 - 1. */
    public long bytes(int rank) {
        return bytesOfRank[rank];
    }

    /** Returns the total duration of a rank's calculations on all its CPUs, an unsigned number. */
    public long calculation(int rank) {
        return calculationOfRank[rank];
    }

    /** Returns the number of sends of 0 bytes. */
    public long emptyMessages() {
        return emptyMessages;
    }

    /** Returns whether a sum exceeds its capped value. */
    public boolean isCapped() {
        return isCapped;
    }

    /** Returns the changes and omissions made while reading the schedule, one sentence each. */
    public List<String> approximations() {
        return approximations;
    }
}
