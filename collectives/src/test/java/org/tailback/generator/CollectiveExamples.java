package org.tailback.generator;

import java.util.Arrays;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;

/** Consistent calls of all ranks of one collective operation. */
public final class CollectiveExamples {
    private CollectiveExamples() {}

    /**
     * The call of one rank.
     *
     * @param bytes size of the uniform kinds, >= 0
     * @param counts bytes from a rank (first index) to a rank (second), for the kinds with counts: alltoallv uses all
     *     of them; scatterv the row of the root; gatherv, allgatherv and reduce_scatter the first row, as what each
     *     rank has; the neighbourhood kinds are those of a ring and use the entries of neighbours, or the first column
     *     for allgatherv
     * @param computeSeconds see {@link CollectiveCall}
     */
    public static CollectiveCall call(
            Kind kind, int rank, int root, long bytes, long[][] counts, double computeSeconds) {
        long[] ofRanks = counts[0].clone();
        return switch (kind) {
            case GATHERV ->
                rank == root
                        ? new CollectiveCall(kind, root, sum(ofRanks), null, ofRanks, computeSeconds)
                        : new CollectiveCall(kind, root, ofRanks[rank], null, null, computeSeconds);
            case SCATTERV ->
                rank == root
                        ? new CollectiveCall(kind, root, sum(counts[root]), counts[root].clone(), null, computeSeconds)
                        : new CollectiveCall(kind, root, counts[root][rank], null, null, computeSeconds);
            case ALLGATHERV -> new CollectiveCall(kind, root, sum(ofRanks), null, ofRanks, computeSeconds);
            case REDUCE_SCATTER -> new CollectiveCall(kind, root, sum(ofRanks), ofRanks, null, computeSeconds);
            case ALLTOALLV, ALLTOALLW -> {
                long[] received =
                        Arrays.stream(counts).mapToLong(row -> row[rank]).toArray();
                yield new CollectiveCall(kind, root, sum(counts[rank]), counts[rank].clone(), received, computeSeconds);
            }
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                inRing(kind, rank, bytes, counts, computeSeconds);
            default -> new CollectiveCall(kind, root, bytes, null, null, computeSeconds);
        };
    }

    /** Neighbours are the ranks before and after, in a ring. */
    private static CollectiveCall inRing(Kind kind, int rank, long bytes, long[][] counts, double computeSeconds) {
        int ranks = counts.length;
        int[] both = {(rank + ranks - 1) % ranks, (rank + 1) % ranks};
        boolean gathers = kind == Kind.NEIGHBOR_ALLGATHERV;
        boolean counted = gathers || kind == Kind.NEIGHBOR_ALLTOALLV || kind == Kind.NEIGHBOR_ALLTOALLW;
        // with two ranks, both messages between them have the same size, so that their order does not matter
        long[] received = {counts[both[0]][gathers ? 0 : rank], counts[both[1]][gathers ? 0 : rank]};
        long[] sent = {counts[rank][both[0]], counts[rank][both[1]]};
        return new CollectiveCall(
                kind,
                OperationSink.WORLD,
                null,
                0,
                gathers ? counts[rank][0] : counted ? sent[0] + sent[1] : bytes,
                counted && !gathers ? sent : null,
                counted ? received : null,
                computeSeconds,
                new CollectiveCall.Neighbours(both, both),
                null);
    }

    private static long sum(long[] values) {
        return Arrays.stream(values).sum();
    }
}
