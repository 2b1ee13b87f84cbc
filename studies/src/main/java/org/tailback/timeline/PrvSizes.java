package org.tailback.timeline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;

/**
 * The sizes of a rank's part in a collective as Extrae records them: one buffer of bcast, reduce, allreduce and scan;
 * the bytes to or from one other rank of gather, scatter, allgather and alltoall, at the side where there are many of
 * them their sum; sums for the kinds with counts.
 *
 * @param sent bytes
 * @param received bytes
 */
record PrvSizes(long sent, long received) {
    /**
     * Returns the sizes of a call.
     *
     * @param position of the rank in the communicator
     * @param ranks of the communicator
     */
    static PrvSizes of(CollectiveCall call, int position, int ranks) {
        long bytes = call.bytes();
        boolean isRoot = position == call.root();
        long all = bytes * ranks;
        return switch (call.kind()) {
            case BARRIER -> new PrvSizes(0, 0);
            case BCAST -> isRoot ? new PrvSizes(bytes, 0) : new PrvSizes(0, bytes);
            case REDUCE -> isRoot ? new PrvSizes(0, bytes) : new PrvSizes(bytes, 0);
            case ALLREDUCE, SCAN, EXSCAN, ALLTOALL, REDUCE_SCATTER_BLOCK -> new PrvSizes(bytes, bytes);
            case ALLGATHER -> new PrvSizes(bytes, all);
            case GATHER -> new PrvSizes(bytes, isRoot ? all : 0);
            case SCATTER -> new PrvSizes(isRoot ? all : 0, bytes);
            case GATHERV ->
                isRoot
                        ? new PrvSizes(at(call.receiveCounts(), position), sum(call.receiveCounts(), bytes))
                        : new PrvSizes(bytes, 0);
            case SCATTERV ->
                isRoot
                        ? new PrvSizes(sum(call.sendCounts(), bytes), at(call.sendCounts(), position))
                        : new PrvSizes(0, bytes);
            case ALLGATHERV -> new PrvSizes(at(call.receiveCounts(), position), sum(call.receiveCounts(), bytes));
            case REDUCE_SCATTER -> new PrvSizes(sum(call.sendCounts(), bytes), at(call.sendCounts(), position));
            case ALLTOALLV,
                    ALLTOALLW,
                    NEIGHBOR_ALLGATHER,
                    NEIGHBOR_ALLGATHERV,
                    NEIGHBOR_ALLTOALL,
                    NEIGHBOR_ALLTOALLV,
                    NEIGHBOR_ALLTOALLW -> new PrvSizes(sum(call.sendCounts(), bytes), sum(call.receiveCounts(), bytes));
        };
    }

    private static long at(long @Nullable [] counts, int position) {
        return counts == null || position < 0 || position >= counts.length ? 0 : counts[position];
    }

    private static long sum(long @Nullable [] counts, long otherwise) {
        return counts == null ? otherwise : Arrays.stream(counts).sum();
    }
}
