package org.tailback.generator;

import java.util.Arrays;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** Consistent calls of all ranks of one collective operation. */
public final class CollectiveExamples {
    private CollectiveExamples() {}

    /**
     * The call of one rank.
     *
     * @param bytes size of the uniform kinds, >= 0
     * @param counts bytes from a rank (first index) to a rank (second), for the kinds with counts: alltoallv uses all of
     *     them; scatterv the row of the root; gatherv, allgatherv and reduce_scatter the first row, as what each rank has
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
            case ALLTOALLV -> {
                long[] received =
                        Arrays.stream(counts).mapToLong(row -> row[rank]).toArray();
                yield new CollectiveCall(kind, root, sum(counts[rank]), counts[rank].clone(), received, computeSeconds);
            }
            default -> new CollectiveCall(kind, root, bytes, null, null, computeSeconds);
        };
    }

    private static long sum(long[] values) {
        return Arrays.stream(values).sum();
    }
}
