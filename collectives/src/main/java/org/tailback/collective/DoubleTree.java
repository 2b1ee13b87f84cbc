package org.tailback.collective;

import com.google.common.primitives.ImmutableIntArray;
import java.util.function.IntUnaryOperator;

/**
 * Two binary trees over the same ranks, in which every rank except the roots is an inner node of at most one tree.
 * Sending half of the data along each tree uses all links in both directions. The root of the first tree is rank 0,
 * which has one child. If b is the lowest set bit of another rank r, the children of r are r - b / 2 and r + c, where c
 * is the largest power of two up to b / 2 for which r + c is below P. The second tree is the mirror image of the first
 * tree if P is even, otherwise the first tree shifted by one rank.
 *
 * <p>References: P. Sanders, J. Speck, J. L. Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and
 * scan", Parallel Computing 35(12), 2009; NCCL, {@code src/graph/trees.cc}.
 */
final class DoubleTree {
    private DoubleTree() {}

    /**
     * Returns the position of a rank in a tree.
     *
     * @param which number of the tree, 0 or 1
     */
    static CollectiveTree of(int which, int rank, int ranks) {
        if (which == 0) {
            return first(rank, ranks);
        }
        boolean even = ranks % 2 == 0;
        IntUnaryOperator image = each -> even ? ranks - 1 - each : Sizes.modulo(each, 1, ranks);
        CollectiveTree tree = first(even ? ranks - 1 - rank : Sizes.modulo(rank, -1, ranks), ranks);
        return new CollectiveTree(
                tree.isRoot() ? tree.parent() : image.applyAsInt(tree.parent()),
                ImmutableIntArray.copyOf(tree.children().stream().map(image)));
    }

    private static CollectiveTree first(int rank, int ranks) {
        if (rank == 0) {
            return CollectiveTree.absolute(0, ranks, -1, ranks > 1 ? Integer.highestOneBit(ranks - 1) : ranks);
        }
        int bit = Integer.lowestOneBit(rank);
        int next = (rank ^ bit) | bit << 1;
        int below = bit / 2;
        while (below > 0 && rank >= ranks - below) {
            below /= 2;
        }
        return CollectiveTree.absolute(
                0,
                ranks,
                next > 0 && next < ranks ? next : rank ^ bit,
                bit > 1 ? rank - bit / 2 : ranks,
                below > 0 ? rank + below : ranks);
    }

    static int depth(int which, int rank, int ranks) {
        int depth = 0;
        for (int above = of(which, rank, ranks).parent();
                above >= 0;
                above = of(which, above, ranks).parent()) {
            depth++;
        }
        return depth;
    }

    static int height(int ranks) {
        return Sizes.ceilingLog2(ranks);
    }
}
