package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Copies and temporary memory of one rank in a collective operation, as the implementations of Open MPI 4.1 (coll/base) have
 * them. Sizes in bytes, >= 0.
 *
 * <p>Temporary memory costs time when its pages are fresh. The C library (glibc malloc) keeps freed memory for the next call
 * unless a block is larger than {@value #LARGEST_KEPT} bytes, or the blocks freed together are at least twice as large as the
 * largest of them: its trim threshold follows the largest block. So one buffer of 1 MiB is kept, two are fresh in each call.
 *
 * @param fresh temporary memory with fresh pages
 * @param copiedBefore copied before the first message
 * @param copiedAfter copied after the last message
 * @param packs true if the data of every message are packed and unpacked
 */
record LocalUse(long fresh, long copiedBefore, long copiedAfter, boolean packs) {
    static final LocalUse NONE = new LocalUse(0, 0, 0, false);
    /** Largest value of glibc's dynamic M_MMAP_THRESHOLD. */
    private static final long LARGEST_KEPT = 32L << 20;
    /** Its initial value: smaller blocks are always kept. */
    private static final long SMALLEST_MAPPED = 128 << 10;

    private static LocalUse copying(long bytes) {
        return new LocalUse(0, bytes, 0, false);
    }

    /** The use by an algorithm; none for algorithms that are not known here. */
    static LocalUse of(CollectiveAlgorithm algorithm, CollectiveCall call, int rank, int ranks) {
        if (ranks == 1) {
            return NONE;
        }
        long bytes = call.bytes();
        String name = algorithm.name().replaceFirst("/.*", "");
        return switch (call.kind()) {
            case ALLREDUCE -> allreduce(name, bytes, ranks);
            case REDUCE -> reduce(name, bytes, call.root(), rank, ranks);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> reduceScatter(name, total(call, ranks), ranks);
            case ALLGATHER ->
                name.equals("bruck")
                        ? new LocalUse(fresh(1, bytes * (ranks - rank), 0), bytes, bytes * ranks, false)
                        : copying(bytes);
            case GATHER, SCATTER -> {
                boolean root = rank == call.root();
                long passed = bytes * subtree(rank, call.root(), ranks);
                yield name.equals("binomial")
                        ? new LocalUse(root || passed == bytes ? 0 : fresh(1, passed, 0), bytes, 0, false)
                        : root ? copying(bytes) : NONE;
            }
            case ALLTOALL ->
                name.equals("bruck")
                        ? new LocalUse(fresh(1, bytes * ranks, 0), bytes * ranks, bytes * ranks, true)
                        : copying(bytes);
            case SCAN, EXSCAN -> new LocalUse(fresh(1, bytes, 0), bytes, 0, false);
            default -> NONE;
        };
    }

    private static LocalUse allreduce(String name, long bytes, int ranks) {
        return switch (name) {
            case "recursive-doubling" -> new LocalUse(fresh(1, bytes, 0), bytes, bytes, false);
            case "ring" -> new LocalUse(fresh(2, bytes / ranks, 0), bytes, 0, false);
            default -> new LocalUse(fresh(1, bytes, 0), bytes, 0, false);
        };
    }

    private static LocalUse reduce(String name, long bytes, int root, int rank, int ranks) {
        return switch (name) {
            case "rabenseifner" -> new LocalUse(fresh(rank == root ? 1 : 2, bytes, 0), bytes, 0, false);
            case "linear" -> new LocalUse(rank == root ? fresh(1, bytes, 0) : 0, 0, 0, false);
            default -> {
                int below = subtree(rank, root, ranks);
                int buffers = (rank == root ? 0 : 1) + (below > 2 ? 2 : 1);
                yield below == 1 ? NONE : new LocalUse(fresh(buffers, bytes, 0), 0, 0, false);
            }
        };
    }

    private static LocalUse reduceScatter(String name, long total, int ranks) {
        return name.equals("ring")
                ? new LocalUse(fresh(1, total, 2 * (total / ranks)), total, total / ranks, false)
                : new LocalUse(fresh(2, total, 0), total, total / ranks, false);
    }

    private static long total(CollectiveCall call, int ranks) {
        return Sizes.blocks(call, ranks).bytes(0, ranks);
    }

    /** The part of some equal buffers, and of smaller ones beside them, whose pages are fresh. */
    private static long fresh(int equal, long each, long smaller) {
        boolean kept = each < SMALLEST_MAPPED || each <= LARGEST_KEPT && equal == 1 && smaller < each;
        return kept ? 0 : equal * each + smaller;
    }

    /** Ranks in the subtree of a rank of a binomial tree. */
    private static int subtree(int rank, int root, int ranks) {
        int v = Sizes.modulo(rank, -root, ranks);
        return v == 0 ? ranks : Math.min(Integer.lowestOneBit(v), ranks - v);
    }
}
