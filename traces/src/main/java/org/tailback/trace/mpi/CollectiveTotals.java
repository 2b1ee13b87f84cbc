package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;

/**
 * The record of a collective operation by a tracer, as {@link CollectiveCalls} reads it: bytes over all peers.
 *
 * @param sent bytes
 * @param received bytes
 */
public record CollectiveTotals(long sent, long received) {
    /**
     * Returns the totals of one rank's call.
     *
     * @param position of the rank in the group
     * @param n ranks in the group
     */
    public static CollectiveTotals of(CollectiveCall call, int position, int n) {
        long bytes = call.bytes();
        boolean atRoot = position == call.root();
        return switch (call.kind()) {
            case BARRIER -> new CollectiveTotals(0, 0);
            case BCAST, SCATTER -> new CollectiveTotals(atRoot ? n * bytes : 0, bytes);
            case GATHER, REDUCE -> new CollectiveTotals(bytes, atRoot ? n * bytes : 0);
            case ALLGATHER, ALLTOALL, ALLREDUCE, REDUCE_SCATTER_BLOCK -> new CollectiveTotals(n * bytes, n * bytes);
            case GATHERV ->
                atRoot
                        ? new CollectiveTotals(at(call.receiveCounts(), position), sum(call.receiveCounts(), bytes))
                        : new CollectiveTotals(bytes, 0);
            case SCATTERV ->
                atRoot
                        ? new CollectiveTotals(sum(call.sendCounts(), bytes), at(call.sendCounts(), position))
                        : new CollectiveTotals(0, bytes);
            case ALLGATHERV ->
                new CollectiveTotals(n * at(call.receiveCounts(), position), sum(call.receiveCounts(), bytes));
            case ALLTOALLV, ALLTOALLW ->
                new CollectiveTotals(sum(call.sendCounts(), bytes), sum(call.receiveCounts(), bytes));
            case REDUCE_SCATTER ->
                new CollectiveTotals(sum(call.sendCounts(), bytes), n * at(call.sendCounts(), position));
            case SCAN -> new CollectiveTotals((n - position) * bytes, (position + 1) * bytes);
            case EXSCAN -> new CollectiveTotals((n - position - 1) * bytes, position * bytes);
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                throw new IllegalArgumentException("tracers do not record " + call.kind());
        };
    }

    /** Returns whether a reader finds the sizes of a call of all ranks, or of a group, from its totals. */
    public boolean tell(CollectiveCall call, int rank, int ranks) {
        int[] group = call.group();
        Communicator communicator = Communicator.of(call.communicator(), group, false);
        CollectiveCall read = new CollectiveCalls(rank, ranks, SizeConvention.TOTALS, new TranslationCounts())
                .call(call.kind(), communicator, call.root(), sent, received);
        return read.equals(new CollectiveCall(
                call.kind(),
                call.communicator(),
                group,
                call.root(),
                call.bytes(),
                call.sendCounts(),
                call.receiveCounts(),
                0));
    }

    private static long at(long @Nullable [] counts, int position) {
        return counts != null && position < counts.length ? counts[position] : 0;
    }

    private static long sum(long @Nullable [] counts, long otherwise) {
        if (counts == null) {
            return otherwise;
        }
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }
}
