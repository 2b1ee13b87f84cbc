package org.tailback.schedule.generator;

import com.google.common.base.Preconditions;

/**
 * The binomial-tree broadcast from rank 0: in round k the ranks below 2^k send to the rank 2^k above them. A rank r > 0
 * first receives (operation 0) from r without its highest bit, and its sends, to r + 2^k for all 2^k > r, wait for
 * that.
 *
 * <p>Reference: R. Thakur, R. Rabenseifner, W. Gropp: Optimization of Collective Communication Operations in MPICH,
 * IJHPCA 19(1), 2005, section 4.2; the tree is counted from the lowest bit here.
 */
public final class BinomialBroadcast extends RegularSchedule {
    /**
     * @param ranks 1 to 2^30; one rank has nothing to do
     * @param bytes size of the message, >= 0
     */
    public BinomialBroadcast(int ranks, long bytes) {
        super(ranks, bytes);
        Preconditions.checkArgument(ranks <= 1 << 30, "at most 2^30 ranks: %s", ranks);
    }

    @Override
    public long operations() {
        return 2L * (ranks() - 1);
    }

    @Override
    public int operations(int rank) {
        return (rank == 0 ? 0 : 1) + sends(rank);
    }

    @Override
    public Kind kind(int rank, int operation) {
        return rank > 0 && operation == 0 ? Kind.RECEIVE : Kind.SEND;
    }

    @Override
    public int peer(int rank, int operation) {
        if (rank == 0) {
            return 1 << operation;
        }
        return operation == 0 ? rank - Integer.highestOneBit(rank) : rank + (firstDistance(rank) << (operation - 1));
    }

    @Override
    public int completionSuccessors(int rank, int operation) {
        return rank > 0 && operation == 0 ? sends(rank) : 0;
    }

    @Override
    public int completionSuccessor(int rank, int operation, int index) {
        return 1 + index;
    }

    private static int firstDistance(int rank) {
        return rank == 0 ? 1 : Integer.highestOneBit(rank) << 1;
    }

    /** Number of powers of 2 from the first distance on that are below ranks - rank. */
    private int sends(int rank) {
        int room = (ranks() - 1 - rank) / firstDistance(rank);
        return 32 - Integer.numberOfLeadingZeros(room);
    }
}
