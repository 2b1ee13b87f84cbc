package org.tailback.collective;

import com.google.common.collect.HashBasedTable;
import com.google.common.collect.Table;
import java.util.Objects;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The decisions of MPICH with its default control variables:
 *
 * <ul>
 *   <li>bcast: binomial below MPIR_CVAR_BCAST_SHORT_MSG_SIZE (12288 bytes) or MPIR_CVAR_BCAST_MIN_PROCS (8 ranks);
 *       below MPIR_CVAR_BCAST_LONG_MSG_SIZE (524288) for powers of two of ranks scatter and recursive doubling; else
 *       scatter and ring.
 *   <li>reduce, allreduce: binomial and recursive doubling up to MPIR_CVAR_REDUCE_SHORT_MSG_SIZE and
 *       MPIR_CVAR_ALLREDUCE_SHORT_MSG_SIZE (2048), or with fewer elements than the largest power of two of ranks;
 *       Rabenseifner's above.
 *   <li>allgather(v), by the size of everything: recursive doubling for powers of two of ranks below
 *       MPIR_CVAR_ALLGATHER_LONG_MSG_SIZE (524288); Bruck's below MPIR_CVAR_ALLGATHER_SHORT_MSG_SIZE (81920); else
 *       ring.
 *   <li>alltoall, by the size of a block: Bruck's up to MPIR_CVAR_ALLTOALL_SHORT_MSG_SIZE (256) from 8 ranks on;
 *       scattered up to MPIR_CVAR_ALLTOALL_MEDIUM_MSG_SIZE (32768); else pairwise. alltoallv, alltoallw: scattered.
 *   <li>reduce_scatter(_block), by the size of everything: recursive halving below
 *       MPIR_CVAR_REDUCE_SCATTER_COMMUTATIVE_LONG_MSG_SIZE (524288); else pairwise.
 *   <li>barrier: dissemination; gather, scatter: binomial; gatherv, scatterv: linear; scan, exscan: recursive doubling;
 *       neighbourhood: linear.
 * </ul>
 *
 * <p>Sources: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH",
 * International Journal of High Performance Computing Applications 19(1), 2005; the {@code *_intra_auto} selections of
 * {@code src/mpi/coll} in MPICH 3.3, whose variables 4.x keeps.
 *
 * <p>Elements are taken to have 8 bytes and operators to be commutative. Algorithms that depend on nodes (the {@code
 * _smp} ones, used there if several ranks share a node) are not followed.
 */
final class MpichSelector implements CollectiveSelector {
    private static final int ELEMENT_BYTES = 8;
    private static final int BCAST_SHORT = 12_288;
    private static final int BCAST_LONG = 524_288;
    private static final int BCAST_MIN_RANKS = 8;
    private static final int REDUCE_SHORT = 2_048;
    private static final int ALLGATHER_SHORT = 81_920;
    private static final int ALLGATHER_LONG = 524_288;
    private static final int ALLTOALL_SHORT = 256;
    private static final int ALLTOALL_MEDIUM = 32_768;
    private static final int ALLTOALL_MIN_RANKS = 8;
    private static final int REDUCE_SCATTER_LONG = 524_288;

    private final Table<Kind, String, CollectiveAlgorithm> algorithms = HashBasedTable.create();

    MpichSelector() {
        for (Kind kind : Kind.values()) {
            CollectiveAlgorithms.of(kind).forEach(algorithm -> algorithms.put(kind, algorithm.name(), algorithm));
        }
    }

    @Override
    public String name() {
        return "mpich";
    }

    @Override
    public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
        return Objects.requireNonNull(algorithms.get(call.kind(), choice(call, ranks)));
    }

    private static String choice(CollectiveCall call, int ranks) {
        long bytes = call.bytes();
        return switch (call.kind()) {
            case BARRIER -> "dissemination";
            case BCAST -> {
                if (bytes < BCAST_SHORT || ranks < BCAST_MIN_RANKS) {
                    yield "binomial";
                }
                yield bytes < BCAST_LONG && Sizes.isPowerOfTwo(ranks) ? "scatter-allgather" : "scatter-ring";
            }
            case REDUCE -> isLong(bytes, ranks) ? "rabenseifner-mpich" : "binomial";
            case ALLREDUCE -> isLong(bytes, ranks) ? "rabenseifner-mpich" : "recursive-doubling";
            case GATHER, SCATTER -> "binomial";
            case ALLGATHER -> allgather((double) bytes * ranks, ranks);
            case ALLGATHERV -> allgather(bytes, ranks);
            case ALLTOALL -> {
                if (bytes <= ALLTOALL_SHORT && ranks >= ALLTOALL_MIN_RANKS) {
                    yield "bruck";
                }
                yield bytes <= ALLTOALL_MEDIUM ? "scattered" : "pairwise";
            }
            case ALLTOALLV, ALLTOALLW -> "scattered";
            case REDUCE_SCATTER -> bytes < REDUCE_SCATTER_LONG ? "recursive-halving" : "pairwise";
            case REDUCE_SCATTER_BLOCK ->
                (double) bytes * ranks < REDUCE_SCATTER_LONG ? "recursive-halving" : "pairwise";
            case SCAN, EXSCAN -> "recursive-doubling";
            default -> "linear";
        };
    }

    private static boolean isLong(long bytes, int ranks) {
        return bytes > REDUCE_SHORT && bytes / ELEMENT_BYTES >= Integer.highestOneBit(ranks);
    }

    private static String allgather(double bytes, int ranks) {
        if (bytes < ALLGATHER_LONG && Sizes.isPowerOfTwo(ranks)) {
            return "recursive-doubling";
        }
        return bytes < ALLGATHER_SHORT ? "bruck-mpich" : "ring";
    }
}
