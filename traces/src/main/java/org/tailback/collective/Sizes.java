package org.tailback.collective;

import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;

/** Sizes of the messages of a call, in bytes, and arithmetic on ranks. */
final class Sizes {
    private Sizes() {}

    /** What the calling rank sends to a rank in alltoall, alltoallv, scatter and scatterv (at the root). */
    static long sentTo(CollectiveCall call, int destination, int ranks) {
        return switch (call.kind()) {
            case ALLTOALLV, SCATTERV -> counts(call, "send", call.sendCounts(), ranks)[destination];
            default -> call.bytes();
        };
    }

    /** What the calling rank receives from a rank in alltoall, alltoallv, gather and gatherv (at the root). */
    static long receivedFrom(CollectiveCall call, int source, int ranks) {
        return switch (call.kind()) {
            case ALLTOALLV, GATHERV -> counts(call, "receive", call.receiveCounts(), ranks)[source];
            default -> call.bytes();
        };
    }

    /** The size of the block that belongs to a rank in allgather, allgatherv and reduce_scatter. */
    static long blockOf(CollectiveCall call, int rank, int ranks) {
        return switch (call.kind()) {
            case ALLGATHERV -> counts(call, "receive", call.receiveCounts(), ranks)[rank];
            case REDUCE_SCATTER -> counts(call, "send", call.sendCounts(), ranks)[rank];
            default -> call.bytes();
        };
    }

    private static long[] counts(CollectiveCall call, String name, long @Nullable [] counts, int ranks) {
        if (counts == null || counts.length != ranks) {
            throw new InputException("The collective " + call.kind().label() + " needs the " + name + " counts of all "
                    + ranks + " ranks; found " + (counts == null ? "none" : counts.length));
        }
        return counts;
    }

    /** The size of several blocks. */
    static long times(long bytes, int blocks) {
        long total = bytes * blocks;
        if (bytes != 0 && (total / bytes != blocks || total < 0)) {
            throw new InputException(blocks + " blocks of " + bytes + " bytes are more than 2^63 bytes");
        }
        return total;
    }

    /** (a + b) modulo ranks, 0 to ranks - 1. */
    static int modulo(int a, int b, int ranks) {
        return Math.floorMod((long) a + b, ranks);
    }

    /** The smallest k with 2^k >= ranks. */
    static int ceilingLog2(int ranks) {
        return 32 - Integer.numberOfLeadingZeros(ranks - 1);
    }

    /** Names a range of ranks' blocks that may go round from P - 1 to 0. */
    static void carryRound(CollectiveSink sink, int first, int count, int ranks) {
        int straight = Math.min(count, ranks - first);
        sink.carry(first, straight);
        if (count > straight) {
            sink.carry(0, count - straight);
        }
    }
}
