package org.tailback.schedule;

/**
 * What the ranks of a schedule do, added up without running it. Sums that do not fit into 64 bits stay at the largest number,
 * and {@link #isCapped} says so. Immutable.
 */
public final class ScheduleTotals {
    private final long[] sendsOfRank;
    private final long[] bytesOfRank;
    private final long[] calculationOfRank;
    private long sends;
    private long receives;
    private long calculations;
    private long bytes;
    private long emptyMessages;
    private long dependencies;
    private boolean capped;

    private ScheduleTotals(int ranks) {
        sendsOfRank = new long[ranks];
        bytesOfRank = new long[ranks];
        calculationOfRank = new long[ranks];
    }

    /** Adds up a schedule. O(operations). */
    public static ScheduleTotals of(Schedule schedule) {
        ScheduleTotals totals = new ScheduleTotals(schedule.ranks());
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            totals.add(schedule, rank);
        }
        return totals;
    }

    private void add(Schedule schedule, int rank) {
        int operations = schedule.operations(rank);
        for (int operation = 0; operation < operations; operation++) {
            long size = schedule.size(rank, operation);
            switch (schedule.kind(rank, operation)) {
                case SEND -> {
                    sendsOfRank[rank]++;
                    bytesOfRank[rank] = sum(bytesOfRank[rank], size, Long.MAX_VALUE);
                    emptyMessages += size == 0 ? 1 : 0;
                }
                case RECEIVE -> receives++;
                case CALCULATION -> {
                    calculations++;
                    calculationOfRank[rank] = sum(calculationOfRank[rank], size, -1L);
                }
            }
            dependencies +=
                    (long) schedule.completionSuccessors(rank, operation) + schedule.startSuccessors(rank, operation);
        }
        sends += sendsOfRank[rank];
        bytes = sum(bytes, bytesOfRank[rank], Long.MAX_VALUE);
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

    /** True if a sum is larger than what is given for it. */
    public boolean isCapped() {
        return capped;
    }
}
