package org.tailback.trace.mpi;

import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Calls of collective operations with a size per rank, created from one rank's records, which contain the size of its
 * own block and sums. The sizes of the other blocks are taken from the other ranks' records. If a record is missing or
 * contradicts other records, the sum is distributed evenly.
 */
final class VectorCalls extends RankPart {
    static final Set<Kind> KINDS = Sets.immutableEnumSet(
            Kind.GATHERV, Kind.SCATTERV, Kind.ALLGATHERV, Kind.ALLTOALLV, Kind.ALLTOALLW, Kind.REDUCE_SCATTER);

    private final SizeConvention convention;
    /** Number of operations so far, by the first operation of their kind and communicator. */
    private final Map<RankSizes.Operation, Integer> performed = new HashMap<>();
    /** Records of all ranks, read on first use. */
    @Nullable
    RankSizes sizesOfAll;

    /** Table that receives this rank's records for other ranks. */
    RankSizes.@Nullable Table noted;

    VectorCalls(CallTranslator translation, SizeConvention convention) {
        super(translation);
        this.convention = convention;
    }

    /**
     * Returns the call of one rank.
     *
     * @param root position in the communicator; 0 for kinds without a root
     * @param position position of the rank in the communicator
     */
    CollectiveCall call(Kind kind, Communicator communicator, int root, int position, CollectiveRecord record) {
        int n = communicator.size(translation.ranks);
        long out = Math.max(0, record.sent());
        long in = Math.max(0, record.received());
        int number = performed.merge(new RankSizes.Operation(kind, communicator.number(), 0), 1, Integer::sum) - 1;
        RankSizes.Operation operation = new RankSizes.Operation(kind, communicator.number(), number);
        if (noted != null && position >= 0) {
            noted.note(operation, position, n, record);
        }
        if (position != root && (kind == Kind.GATHERV || kind == Kind.SCATTERV)) {
            return communicator.call(kind, translation.rank, root, kind == Kind.GATHERV ? out : in, null, null);
        }
        RankSizes.Row row = sizesOfAll == null || n < 2 ? null : sizesOfAll.row(operation);
        if (kind == Kind.ALLTOALLV || kind == Kind.ALLTOALLW) {
            return pairs(kind, communicator, position, out, in, row);
        }
        boolean gathers = kind == Kind.GATHERV || kind == Kind.ALLGATHERV;
        long total = gathers ? in : out;
        long[] parts = row == null ? null : parts(kind, row, root, total, n);
        if (parts == null) {
            countEven(n);
            parts = even(total, n);
        }
        long sum = Arrays.stream(parts).sum();
        return communicator.call(kind, translation.rank, root, sum, gathers ? null : parts, gathers ? parts : null);
    }

    private void countEven(int n) {
        if (n > 1) {
            counts.count(Approximation.EVENLY_SPREAD);
        }
    }

    /**
     * Returns a call in which each pair of ranks has its share of the data sent by one and received by the other, so
     * that all sums are preserved.
     */
    private CollectiveCall pairs(
            Kind kind, Communicator communicator, int position, long out, long in, RankSizes.@Nullable Row row) {
        int n = communicator.size(translation.ranks);
        if (row == null || !OwnParts.isBalanced(row.sent, row.received)) {
            countEven(n);
            return communicator.call(kind, translation.rank, 0, out, even(out, n), even(in, n));
        }
        counts.count(Approximation.ESTIMATED_PAIRS);
        long[] to = OwnParts.spread(out, row.received);
        long[] from = OwnParts.shareOf(position, row.sent, row.received);
        return communicator.call(kind, translation.rank, 0, out, to, from);
    }

    private long @Nullable [] parts(Kind kind, RankSizes.Row row, int root, long total, int n) {
        boolean single = convention == SizeConvention.BUFFERS;
        return switch (kind) {
            case GATHERV -> OwnParts.atRoot(row.sent, root, total);
            case SCATTERV -> OwnParts.atRoot(row.received, root, total);
            case ALLGATHERV -> OwnParts.everywhere(row.sent, row.received, single ? 1 : n);
            case REDUCE_SCATTER -> single ? null : OwnParts.everywhere(row.received, row.sent, n);
            default -> throw new IllegalArgumentException(kind + " has no parts");
        };
    }

    /** Divides a total evenly between the ranks; the first ranks get the remainder. */
    private static long[] even(long total, int n) {
        long[] counts = new long[n];
        Arrays.fill(counts, total / n);
        for (int i = 0; i < total % n; i++) {
            counts[i]++;
        }
        return counts;
    }
}
