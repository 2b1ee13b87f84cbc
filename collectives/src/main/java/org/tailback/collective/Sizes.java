package org.tailback.collective;

import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;

/** Sizes of the blocks of a call, in bytes, and arithmetic on ranks. */
final class Sizes {
    private Sizes() {}

    /**
     * Returns the bytes that the calling rank sends to a rank, or to a neighbour by its index, in alltoall(v, w) and
     * neighbourhood collectives.
     *
     * @param ranks number of ranks, or of neighbours
     */
    static long sentTo(CollectiveCall call, int destination, int ranks) {
        return switch (call.kind()) {
            case ALLTOALLV, ALLTOALLW, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                counts(call, "send", call.sendCounts(), ranks)[destination];
            default -> call.bytes();
        };
    }

    /**
     * Returns the bytes that the calling rank receives from a rank, or from a neighbour by its index; see {@link
     * #sentTo}.
     */
    static long receivedFrom(CollectiveCall call, int source, int ranks) {
        return switch (call.kind()) {
            case ALLTOALLV, ALLTOALLW, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                counts(call, "receive", call.receiveCounts(), ranks)[source];
            default -> call.bytes();
        };
    }

    /**
     * Returns the blocks of the ranks in allgather(v), gather, scatter and reduce_scatter(_block), equal on all ranks.
     */
    static Partition blocks(CollectiveCall call, int ranks) {
        return switch (call.kind()) {
            case ALLGATHERV -> Partition.of(counts(call, "receive", call.receiveCounts(), ranks));
            case REDUCE_SCATTER -> Partition.of(counts(call, "send", call.sendCounts(), ranks));
            default -> Partition.equal(call.bytes(), ranks);
        };
    }

    /** Returns the counts of a call after checking that there is one count per rank or neighbour. */
    static long[] counts(CollectiveCall call, String name, long @Nullable [] counts, int ranks) {
        if (counts == null || counts.length != ranks) {
            throw new InputException("The collective " + call.kind().label() + " needs the " + name + " counts of all "
                    + ranks + (call.kind().isNeighbourhood() ? " neighbours" : " ranks") + "; found "
                    + (counts == null ? "none" : counts.length));
        }
        return counts;
    }

    /** Returns (a + b) modulo ranks, 0 to ranks - 1. */
    static int modulo(int a, int b, int ranks) {
        return Math.floorMod((long) a + b, ranks);
    }

    /** Returns the smallest k with 2^k >= ranks. */
    static int ceilingLog2(int ranks) {
        return 32 - Integer.numberOfLeadingZeros(ranks - 1);
    }

    static boolean isPowerOfTwo(int ranks) {
        return Integer.bitCount(ranks) == 1;
    }
}
