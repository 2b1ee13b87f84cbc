package org.tailback.collective;

/**
 * Transfer of blocks between a root and all ranks along a binomial tree; v = (rank - root) mod P. A subtree receives or
 * sends its blocks in one message. ceil(log2 P) messages on the longest path, P - 1 blocks through the root.
 */
final class ScatterPhase {
    private static final CollectiveTree.Shape FAR_FIRST = CollectiveTree.knomial(2);

    private ScatterPhase() {}

    /**
     * Scatters from the root to all, far ranks first; blocks are numbered by v, and every rank has a buffer for all.
     */
    static CollectiveSchedule parts(Partition blocks, int root, int rank, int ranks) {
        return scatter(blocks, -root, root, rank, ranks);
    }

    /** Scatters from the root to all, far ranks first; blocks are numbered by rank. */
    static CollectiveSchedule scatter(Partition blocks, int root, int rank, int ranks) {
        long all = blocks.bytes(0, ranks);
        LocalUse use = localUse(blocks, size(root, rank, ranks), root, rank, ranks);
        if (rank == root && root != 0) {
            use = use.and(LocalUse.copying(all, 0));
        }
        return Schedules.using(use, scatter(blocks, 0, root, rank, ranks));
    }

    private static CollectiveSchedule scatter(Partition blocks, int shift, int root, int rank, int ranks) {
        CollectiveTree tree = FAR_FIRST.of(root, rank, ranks);
        return Schedules.of(1 + tree.children().length(), (step, sink) -> {
            int top = step == 0 ? rank : tree.children().get(step - 1);
            int first = Sizes.modulo(top, shift, ranks);
            int count = size(root, top, ranks);
            move(blocks, first, count, step > 0, step > 0 ? top : tree.parent(), sink);
        });
    }

    /** Sends blocks to a rank, or receives them from it; nothing if there is no such rank. */
    private static void move(Partition blocks, int first, int count, boolean sends, int peer, CollectiveSink sink) {
        if (peer < 0) {
            return;
        }
        blocks.carryRound(sink, first, count);
        if (sends) {
            sink.send(peer, blocks.bytesRound(first, count));
        } else {
            sink.recv(peer, blocks.bytesRound(first, count));
        }
    }

    /**
     * Returns the use of all ranks except leaves (odd v): they copy their block, and buffer the blocks of their
     * subtree, the root only where it must turn blocks because it is not rank 0.
     *
     * @param places number of blocks for which the buffer has place
     */
    private static LocalUse localUse(Partition blocks, int places, int root, int rank, int ranks) {
        if (Sizes.modulo(rank, -root, ranks) % 2 != 0) {
            return LocalUse.NONE;
        }
        int buffers = rank == 0 && root == 0 ? 0 : 1;
        long subtree = blocks.bytesRound(rank, size(root, rank, ranks));
        return LocalUse.buffering(buffers, blocks.bytes(0, places), buffers * subtree)
                .and(LocalUse.copying(blocks.bytes(rank, 1), 0));
    }

    /** Gathers from all to the root, near ranks first; blocks are numbered by rank. */
    static CollectiveSchedule gather(Partition blocks, int root, int rank, int ranks) {
        CollectiveTree tree = CollectiveTree.nearBinomial(root, rank, ranks);
        int children = tree.children().length();
        CollectiveSchedule schedule = Schedules.of(children + 1, (step, sink) -> {
            int top = step == children ? rank : tree.children().get(step);
            int count = size(root, top, ranks);
            move(blocks, top, count, step == children, step == children ? tree.parent() : top, sink);
        });
        LocalUse turning = LocalUse.copying(0, rank == root && root != 0 ? blocks.bytes(0, ranks) : 0);
        return Schedules.using(localUse(blocks, ranks, root, rank, ranks).and(turning), schedule);
    }

    private static int size(int root, int rank, int ranks) {
        int v = Sizes.modulo(rank, -root, ranks);
        return v == 0 ? ranks : Math.min(Integer.lowestOneBit(v), ranks - v);
    }
}
