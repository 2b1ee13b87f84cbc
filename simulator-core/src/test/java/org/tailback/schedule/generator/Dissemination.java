package org.tailback.schedule.generator;

/**
 * The dissemination barrier: in round k, from 0 to ceil(log2 ranks) - 1, every rank sends to the rank 2^k above it and
 * receives from the one 2^k below it; a round's send waits for the receive of the round before. Operation 2k is the
 * send, 2k + 1 the receive.
 *
 * <p>Reference: D. Hensgen, R. Finkel, U. Manber: Two Algorithms for Barrier Synchronization, IJPP 17(1), 1988.
 */
public final class Dissemination extends RegularSchedule {
    private final int rounds;

    /**
     * @param ranks >= 1; one rank has nothing to do
     * @param bytes size of each message, >= 0
     */
    public Dissemination(int ranks, long bytes) {
        super(ranks, bytes);
        rounds = 32 - Integer.numberOfLeadingZeros(ranks - 1);
    }

    @Override
    public int operations(int rank) {
        return 2 * rounds;
    }

    @Override
    int distance(int step) {
        return 1 << step;
    }
}
