package org.tailback.trace.mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Makes calls of what tracers record of collective operations: totals of bytes over all peers, as Score-P and MPE count
 * them. With N ranks and b bytes in one rank's buffer:
 *
 * <pre>
 *                                        sent                 received
 * bcast, scatter                         N b at the root      b
 * gather, reduce                         b                    N b at the root
 * allgather, alltoall, allreduce,
 *   reduce_scatter_block                 N b                  N b
 * allgatherv                             N times own b        sum of all b
 * alltoallv, alltoallw                   sum of own counts    sum of own counts
 * gatherv                                own b                sum of all b at the root
 * scatterv                               sum of all b at root own b
 * reduce_scatter                         sum of all counts    N times own count
 * scan                                   (N - rank) b         (rank + 1) b
 * exscan                                 (N - rank - 1) b     rank b
 * </pre>
 *
 * <p>With MPI_IN_PLACE most N become N - 1, which the trace does not tell. A total is taken for one of N - 1 buffers if it
 * divides by N - 1, and by N not at all or only to a size that is less aligned (to 4 bytes). The vector kinds tell one rank
 * only sums: they are taken as spread evenly.
 */
final class CollectiveCalls {
    /** What a tracer did not record. */
    static final long UNKNOWN = -1;

    private static final long[] NO_COUNTS = new long[0];

    private final int rank;
    private final int ranks;
    private final TranslationCounts counts;
    private long[] evenCounts = NO_COUNTS;
    private long evenTotal;

    CollectiveCalls(int rank, int ranks, TranslationCounts counts) {
        this.rank = rank;
        this.ranks = ranks;
        this.counts = counts;
    }

    /**
     * One rank's call.
     *
     * @param root position in the communicator; ignored where the kind has none
     * @param sent total in bytes, >= 0, or {@link #UNKNOWN}
     * @param received likewise
     */
    CollectiveCall call(Kind kind, Communicator communicator, int root, long sent, long received) {
        int n = communicator.size(ranks);
        int[] group = communicator.group(rank);
        if (kind != Kind.BARRIER && sent == UNKNOWN && received == UNKNOWN) {
            counts.count(Approximation.COLLECTIVES_WITHOUT_SIZE);
        }
        long out = Math.max(0, sent);
        long in = Math.max(0, received);
        boolean atRoot = (group == null ? rank : communicator.positionOf(rank)) == root;
        return switch (kind) {
            case BARRIER -> plain(kind, communicator, group, 0, 0);
            case BCAST -> plain(kind, communicator, group, root, in > 0 || !atRoot ? in : buffer(out, n));
            case SCATTER -> plain(kind, communicator, group, root, in > 0 || !atRoot ? in : buffer(out, n));
            case REDUCE, GATHER -> plain(kind, communicator, group, root, out > 0 || !atRoot ? out : buffer(in, n));
            case ALLREDUCE, ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK ->
                plain(kind, communicator, group, 0, buffer(Math.max(out, in), n));
            case SCAN -> plain(kind, communicator, group, 0, in / (communicator.positionOf(rank) + 1));
            case EXSCAN -> plain(kind, communicator, group, 0, exscan(communicator.positionOf(rank), n, out, in));
            case GATHERV ->
                atRoot
                        ? vector(kind, communicator, group, root, in, null, even(in, n))
                        : plain(kind, communicator, group, root, out);
            case SCATTERV ->
                atRoot
                        ? vector(kind, communicator, group, root, out, even(out, n), null)
                        : plain(kind, communicator, group, root, in);
            case ALLGATHERV -> vector(kind, communicator, group, 0, in, null, even(in, n));
            case ALLTOALLV, ALLTOALLW -> {
                long[] sendCounts = even(out, n);
                yield vector(kind, communicator, group, 0, out, sendCounts, even(in, n));
            }
            case REDUCE_SCATTER -> vector(kind, communicator, group, 0, out, even(out, n), null);
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                throw new IllegalArgumentException("tracers do not record the neighbours of " + kind);
        };
    }

    private static CollectiveCall plain(
            Kind kind, Communicator communicator, int @Nullable [] group, int root, long bytes) {
        return new CollectiveCall(kind, communicator.number(), group, root, bytes, null, null, 0);
    }

    private CollectiveCall vector(
            Kind kind,
            Communicator communicator,
            int @Nullable [] group,
            int root,
            long bytes,
            long @Nullable [] sendCounts,
            long @Nullable [] receiveCounts) {
        counts.count(Approximation.EVENLY_SPREAD);
        return new CollectiveCall(kind, communicator.number(), group, root, bytes, sendCounts, receiveCounts, 0);
    }

    /** The size of one buffer, of a total of N of them, or of N - 1. */
    private long buffer(long total, int n) {
        if (n < 2 || total == 0) {
            return total / Math.max(1, n);
        }
        boolean whole = total % n == 0;
        boolean inPlace = total % (n - 1) == 0;
        if (whole && inPlace && n > 2) {
            boolean lessAligned = alignment(total / n) < alignment(total / (n - 1));
            if (!lessAligned) {
                counts.count(Approximation.PERHAPS_IN_PLACE);
                return total / n;
            }
            whole = false;
        }
        if (!whole) {
            counts.count(Approximation.IN_PLACE);
        }
        return whole || !inPlace ? total / n : total / (n - 1);
    }

    private static int alignment(long bytes) {
        return Math.min(2, Long.numberOfTrailingZeros(bytes));
    }

    private static long exscan(int position, int n, long out, long in) {
        return position > 0 ? in / position : out / Math.max(1, n - position - 1);
    }

    /** A total spread over the ranks, the remainder over the first ones. The same array as long as nothing changes. */
    private long[] even(long total, int n) {
        if (evenCounts.length != n || evenTotal != total) {
            evenCounts = new long[n];
            Arrays.fill(evenCounts, total / n);
            for (int i = 0; i < total % n; i++) {
                evenCounts[i]++;
            }
            evenTotal = total;
        }
        return evenCounts;
    }
}
