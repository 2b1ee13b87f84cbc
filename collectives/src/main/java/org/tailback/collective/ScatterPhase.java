package org.tailback.collective;

/**
 * Blocks on their way between a root and everybody along a binomial tree; v = (rank - root) mod P. A subtree is given
 * or gives its blocks in one message. ceil(log2 P) messages on the longest path, P - 1 blocks through the root.
 */
final class ScatterPhase {
    private static final Tree.Shape BINOMIAL = Tree.knomial(2);

    private ScatterPhase() {}

    /**
     * From the root to all.
     *
     * @param blocks numbered by v if {@code relative}, otherwise by rank
     */
    static CollectiveSchedule scatter(Partition blocks, boolean relative, int root, int rank, int ranks) {
        Tree tree = BINOMIAL.of(root, rank, ranks);
        int shift = relative ? -root : 0;
        LocalUse use = relative ? LocalUse.NONE : localUse(blocks, tree, root, rank, ranks);
        CollectiveSchedule schedule = Schedules.of(1 + tree.children().length(), (step, sink) -> {
            int top = step == 0 ? rank : tree.children().get(step - 1);
            int first = Sizes.modulo(top, shift, ranks);
            int count = size(root, top, ranks);
            if (step > 0) {
                blocks.carryRound(sink, first, count);
                sink.send(top, blocks.bytesRound(first, count));
            } else if (!tree.isRoot()) {
                blocks.carryRound(sink, first, count);
                sink.recv(tree.parent(), blocks.bytesRound(first, count));
            }
        });
        return Schedules.using(use, schedule);
    }

    /** Returns the use of a rank that copies its block and, inside the tree, buffers the blocks of its subtree. */
    private static LocalUse localUse(Partition blocks, Tree tree, int root, int rank, int ranks) {
        boolean inside = !tree.isRoot() && tree.children().length() > 0;
        long subtree = blocks.bytesRound(rank, size(root, rank, ranks));
        return LocalUse.buffering(inside ? 1 : 0, subtree).and(LocalUse.copying(blocks.bytes(rank, 1), 0));
    }

    /** From all to the root; blocks are numbered by rank. */
    static CollectiveSchedule gather(Partition blocks, int root, int rank, int ranks) {
        Tree tree = BINOMIAL.of(root, rank, ranks);
        int children = tree.children().length();
        CollectiveSchedule schedule = Schedules.of(children + 1, (step, sink) -> {
            int top = step == children ? rank : tree.children().get(children - 1 - step);
            int count = size(root, top, ranks);
            if (step < children) {
                blocks.carryRound(sink, top, count);
                sink.recv(top, blocks.bytesRound(top, count));
            } else if (!tree.isRoot()) {
                blocks.carryRound(sink, top, count);
                sink.send(tree.parent(), blocks.bytesRound(top, count));
            }
        });
        return Schedules.using(localUse(blocks, tree, root, rank, ranks), schedule);
    }

    /** Returns the number of ranks in the subtree of a rank. */
    private static int size(int root, int rank, int ranks) {
        int v = Sizes.modulo(rank, -root, ranks);
        return v == 0 ? ranks : Math.min(Integer.lowestOneBit(v), ranks - v);
    }
}
