package org.tailback.program;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One rank's part in a collective operation on all ranks.
 *
 * @param kind which operation
 * @param root the rank that it gathers at or spreads from, 0 where the kind has none
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

    /** A collective whose ranks all use the same size. */
    public static CollectiveCall uniform(Kind kind, int root, long bytes) {
        return new CollectiveCall(kind, root, bytes, null, null, 0);
    }

    /** Counts are compared by their content. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CollectiveCall that
                && kind == that.kind
                && root == that.root
                && bytes == that.bytes
                && Arrays.equals(sendCounts, that.sendCounts)
                && Arrays.equals(receiveCounts, that.receiveCounts)
                && Double.compare(computeSeconds, that.computeSeconds) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                kind, root, bytes, Arrays.hashCode(sendCounts), Arrays.hashCode(receiveCounts), computeSeconds);
    }
}
