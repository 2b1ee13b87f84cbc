package org.tailback.collective;

/**
 * Transfer of blocks between a root and all ranks along a binomial tree; v = (rank - root) mod P. A subtree receives or
 * sends its blocks in one message. The longest path has ceil(log2 P) messages, and P - 1 blocks pass through the root.
 */
final class ScatterPhase {
    private static final CollectiveTree.Shape FAR_FIRST = CollectiveTree.knomial(2);

    private ScatterPhase() {}

    /**
     * Returns the scatter from the root to all ranks, distant ranks first; blocks are numbered by v, and every rank has
     * a buffer for all blocks.
     */
    static Schedule parts(Partition blocks, int root, int rank, int ranks) {
        return scatter(blocks, -root, root, rank, ranks);
    }

    /** Returns the scatter from the root to all ranks, distant ranks first; blocks are numbered by rank. */
    static Schedule scatter(Partition blocks, int root, int rank, int ranks) {
        LocalUse turning = LocalUse.copying(rank == root && root != 0 ? blocks.bytes(0, ranks) : 0, 0);
        return scatter(blocks, 0, root, rank, ranks)
                .using(localUse(blocks, size(root, rank, ranks), root, rank, ranks)
                        .and(turning));
    }

    private static Schedule scatter(Partition blocks, int shift, int root, int rank, int ranks) {
        CollectiveTree tree = FAR_FIRST.of(root, rank, ranks);
        return Schedule.of(1 + tree.degree(), (step, sink) -> {
            int top = step == 0 ? rank : tree.child(step - 1);
            if (step > 0 || !tree.isRoot()) {
                blocks.blocks(Sizes.modulo(top, shift, ranks), size(root, top, ranks))
                        .move(step > 0, step > 0 ? top : tree.parent(), sink);
            }
        });
    }

    /**
     * Returns the local use of ranks other than leaves (odd v): they copy their block and buffer the blocks of their
     * subtree. The root does so only if it must rotate blocks because it is not rank 0.
     *
     * @param places capacity of the buffer in blocks
     */
    private static LocalUse localUse(Partition blocks, int places, int root, int rank, int ranks) {
        if (Sizes.modulo(rank, -root, ranks) % 2 != 0) {
            return LocalUse.NONE;
        }
        int buffers = rank == 0 && root == 0 ? 0 : 1;
        long subtree = blocks.blocks(rank, size(root, rank, ranks)).bytes();
        return LocalUse.buffering(buffers, blocks.bytes(0, places), buffers * subtree)
                .and(LocalUse.copying(blocks.bytes(rank, 1), 0));
    }

    /** Returns the gather from all ranks to the root, nearby ranks first; blocks are numbered by rank. */
    static Schedule gather(Partition blocks, int root, int rank, int ranks) {
        CollectiveTree tree = CollectiveTree.nearBinomial(root, rank, ranks);
        int children = tree.degree();
        LocalUse turning = LocalUse.copying(0, rank == root && root != 0 ? blocks.bytes(0, ranks) : 0);
        return Schedule.of(children + (tree.isRoot() ? 0 : 1), (step, sink) -> {
                    boolean sends = step == children;
                    int top = sends ? rank : tree.child(step);
                    blocks.blocks(top, size(root, top, ranks)).move(sends, sends ? tree.parent() : top, sink);
                })
                .using(localUse(blocks, ranks, root, rank, ranks).and(turning));
    }

    private static int size(int root, int rank, int ranks) {
        int v = Sizes.modulo(rank, -root, ranks);
        return v == 0 ? ranks : Math.min(Integer.lowestOneBit(v), ranks - v);
    }
}
