package org.tailback.program;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One rank's part in a collective operation.
 *
 * @param kind which operation
 * @param communicator whose ranks take part; {@link OperationSink#WORLD} for all
 * @param group the ranks of the communicator in its order, as ranks of the whole program; null for all ranks in theirs
 * @param root the position in the group that it gathers at or spreads from, 0 where the kind has none
 * @param bytes size of the data: the whole buffer for barrier (0), bcast, reduce, allreduce, scan and exscan; what one rank
 *     sends to one other for gather, scatter, allgather and alltoall; the sum over ranks for the vector kinds; but at a rank
 *     that is not the root what it sends itself in gatherv and receives itself in scatterv. Bytes, >= 0
 * @param sendCounts bytes sent to each rank, for scatterv (at the root) and alltoallv; for reduce_scatter bytes kept by each
 *     rank; null elsewhere
 * @param receiveCounts bytes received from each rank, for gatherv (at the root), allgatherv and alltoallv; null elsewhere
 * @param computeSeconds the reduction work that the trace itself attributes to this rank, performed after the communication;
 *     seconds, finite, >= 0
 */
public record CollectiveCall(
        Kind kind,
        int communicator,
        int @Nullable [] group,
        int root,
        long bytes,
        long @Nullable [] sendCounts,
        long @Nullable [] receiveCounts,
        double computeSeconds) {
    /** The operations of MPI. */
    public enum Kind {
        BARRIER,
        BCAST,
        REDUCE,
        ALLREDUCE,
        GATHER,
        GATHERV,
        SCATTER,
        SCATTERV,
        ALLGATHER,
        ALLGATHERV,
        ALLTOALL,
        ALLTOALLV,
        REDUCE_SCATTER,
        SCAN,
        EXSCAN;

        /** The name in reports and formats: lower case, without underscore. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT).replace("_", "");
        }
    }

    /** A collective of all ranks. */
    public CollectiveCall(
            Kind kind,
            int root,
            long bytes,
            long @Nullable [] sendCounts,
            long @Nullable [] receiveCounts,
            double computeSeconds) {
        this(kind, OperationSink.WORLD, null, root, bytes, sendCounts, receiveCounts, computeSeconds);
    }

    /** A collective of all ranks, which all use the same size. */
    public static CollectiveCall uniform(Kind kind, int root, long bytes) {
        return new CollectiveCall(kind, root, bytes, null, null, 0);
    }

    /** Arrays are compared by their content. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CollectiveCall that
                && kind == that.kind
                && communicator == that.communicator
                && Arrays.equals(group, that.group)
                && root == that.root
                && bytes == that.bytes
                && Arrays.equals(sendCounts, that.sendCounts)
                && Arrays.equals(receiveCounts, that.receiveCounts)
                && Double.compare(computeSeconds, that.computeSeconds) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                kind,
                communicator,
                Arrays.hashCode(group),
                root,
                bytes,
                Arrays.hashCode(sendCounts),
                Arrays.hashCode(receiveCounts),
                computeSeconds);
    }
}
