package org.tailback.trace.mpi;

import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Conversion of tracers' records to calls of collective operations. Score-P and MPE count totals of bytes over all
 * peers, EZTrace one buffer ({@link SizeConvention}). With N ranks and b bytes in one rank's buffer:
 *
 * <pre>
 *                                        totals: sent         received            one buffer: sent   received
 * bcast, scatter                         N b at the root      b                   b                  b
 * gather, reduce                         b                    N b at the root     b                  b
 * allgather, alltoall, allreduce,
 *   reduce_scatter_block                 N b                  N b                 b                  b
 * allgatherv                             N times own b        sum of all b        own b              sum of all b
 * alltoallv, alltoallw                   sum of own counts    sum of own counts   as totals
 * gatherv                                own b                sum at the root     own b              sum of all b
 * scatterv                               sum at the root      own b               sum of all b       own b
 * reduce_scatter                         sum of all counts    N times own count   sum of all counts  the same
 * scan                                   (N - rank) b         (rank + 1) b        b                  b
 * exscan                                 (N - rank - 1) b     rank b              b                  b
 * </pre>
 *
 * <p>Extrae and VampirTrace record one buffer in one direction, sent or received. Extrae records the bytes to one other
 * rank as sent for gather, allgather and alltoall, and as received for scatter. VampirTrace records the data sent for
 * reduce, scan, gather and allgather and the data received for bcast and scatter, but N b for alltoall. If that
 * direction is not recorded, as with MPI_IN_PLACE, the total of the other direction is divided by N.
 *
 * <p>With MPI_IN_PLACE, most factors N of totals become N - 1, but the trace does not record MPI_IN_PLACE. A total is
 * interpreted as N - 1 buffers if it is divisible by N - 1, and either not divisible by N or divisible only into a less
 * aligned size (to 4 bytes).
 *
 * <p>Records of the vector kinds contain a rank's own size and sums; the sizes of the other ranks are in the records of
 * those ranks ({@link RankSizes}). The bytes from one rank to another in alltoallv are estimated such that all sums are
 * preserved.
 */
final class CollectiveCalls extends RankPart {
    /** Value of a size that a tracer did not record. */
    static final long UNKNOWN = -1;

    private final SizeConvention convention;
    final VectorCalls vectors;

    CollectiveCalls(CallTranslator translation, SizeConvention convention) {
        super(translation);
        this.convention = convention;
        this.vectors = new VectorCalls(translation, convention);
    }

    /**
     * Returns the call of one rank.
     *
     * @param root position in the communicator; 0 for kinds without a root
     */
    CollectiveCall call(Kind kind, Communicator communicator, int root, CollectiveRecord record) {
        int n = communicator.size(translation.ranks);
        if (kind != Kind.BARRIER && record.sent() == UNKNOWN && record.received() == UNKNOWN) {
            counts.count(Approximation.COLLECTIVES_WITHOUT_SIZE);
        }
        long out = Math.max(0, record.sent());
        long in = Math.max(0, record.received());
        int position = communicator.positionOf(translation.rank);
        boolean atRoot = position == root;
        checkConvention(kind, n, atRoot, out, in);
        if (convention != SizeConvention.ARGUMENTS && VectorCalls.KINDS.contains(kind)) {
            return vectors.call(kind, communicator, root, position, record);
        }
        long bytes = kind == Kind.BARRIER
                ? 0
                : switch (convention) {
                    case ARGUMENTS -> out;
                    case BUFFERS -> ofBuffers(kind, atRoot, out, in);
                    case EXTRAE -> ofExtrae(kind, n, atRoot, out, in);
                    case VAMPIR_TRACE -> ofVampirTrace(kind, n, out, in);
                    case TOTALS, TOTALS_PERHAPS_WITHOUT_ROOT, ASSUMED_TOTALS ->
                        ofTotals(kind, n, position, atRoot, out, in);
                };
        return communicator.call(kind, translation.rank, root, bytes, record.sendCounts(), record.receiveCounts());
    }

    private static long ofBuffers(Kind kind, boolean atRoot, long out, long in) {
        return switch (kind) {
            case BCAST, SCATTER -> in > 0 || !atRoot ? in : out;
            case REDUCE, GATHER -> out > 0 || !atRoot ? out : in;
            default -> Math.max(out, in);
        };
    }

    private long ofTotals(Kind kind, int n, int position, boolean atRoot, long out, long in) {
        return switch (kind) {
            case BCAST, SCATTER -> in > 0 || !atRoot ? in : buffer(out, n);
            case REDUCE, GATHER -> out > 0 || !atRoot ? out : buffer(in, n);
            case SCAN -> in / (position + 1);
            case EXSCAN -> position > 0 ? in / position : out / Math.max(1, n - position - 1);
            default -> buffer(Math.max(out, in), n);
        };
    }

    private static long ofExtrae(Kind kind, int n, boolean atRoot, long out, long in) {
        return switch (kind) {
            case ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK -> out > 0 ? out : in / n;
            case GATHER -> out > 0 || !atRoot ? out : in / n;
            case SCATTER -> in > 0 || !atRoot ? in : out / n;
            default -> Math.max(out, in);
        };
    }

    private static long ofVampirTrace(Kind kind, int n, long out, long in) {
        return switch (kind) {
            case BCAST -> in > 0 ? in : out;
            case SCATTER -> in > 0 ? in : out / n;
            case GATHER, ALLGATHER -> out > 0 ? out : in / n;
            case ALLTOALL, REDUCE_SCATTER_BLOCK -> Math.max(out, in) / n;
            default -> out > 0 ? out : in;
        };
    }

    /** Counts records that contradict the convention, or whose convention is unknown. */
    private void checkConvention(Kind kind, int n, boolean atRoot, long out, long in) {
        if (kind == Kind.BARRIER || n < 2 || Math.max(out, in) == 0) {
            return;
        }
        if (convention == SizeConvention.ASSUMED_TOTALS) {
            counts.count(Approximation.ASSUMED_TOTALS);
        }
        boolean isOneSided = kind == Kind.BCAST || kind == Kind.SCATTER || kind == Kind.REDUCE || kind == Kind.GATHER;
        boolean isDefinite = switch (convention) {
            case TOTALS, ASSUMED_TOTALS, BUFFERS -> true;
            default -> false;
        };
        if (isOneSided && isDefinite && !atRoot && (out > 0 && in > 0) != (convention == SizeConvention.BUFFERS)) {
            counts.count(Approximation.AGAINST_CONVENTION);
        }
    }

    /** Returns the size of one buffer, from a total of N or N - 1 buffers. */
    private long buffer(long total, int n) {
        if (n < 2 || total == 0) {
            return total / Math.max(1, n);
        }
        boolean whole = total % n == 0;
        boolean inPlace = total % (n - 1) == 0;
        boolean lessAligned = alignment(total / n) < alignment(total / (n - 1));
        if (inPlace && (!whole || n > 2 && lessAligned)) {
            counts.count(Approximation.IN_PLACE);
            return total / (n - 1);
        }
        if (!whole) {
            counts.count(Approximation.INDIVISIBLE);
        } else if (inPlace && n > 2) {
            counts.count(Approximation.PERHAPS_IN_PLACE);
        }
        return total / n;
    }

    private static int alignment(long bytes) {
        return Math.min(2, Long.numberOfTrailingZeros(bytes));
    }
}
