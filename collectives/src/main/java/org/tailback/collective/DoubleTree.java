package org.tailback.collective;

import com.google.common.primitives.ImmutableIntArray;

/**
 * Two binary trees over the same ranks, in which every rank except the roots is an inner node of at most one: sending
 * half of the data along each tree uses all links in both directions. In the first tree rank 0 is on top with one
 * child, and the others are ordered: with b the lowest bit of r, the children of r are r - b / 2 and r + b / 2, or the
 * next smaller power of two that stays below P. The second tree is the mirror image if P is even, otherwise the first
 * one shifted by a rank.
 *
 * <p>References: P. Sanders, J. Speck, J. L. Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and
 * scan", Parallel Computing 35(12), 2009; NCCL, {@code src/graph/trees.cc}.
 */
final class DoubleTree {
    private DoubleTree() {}

    /**
     * Returns the place of a rank in a tree.
     *
     * @param which 0 or 1
     */
    static CollectiveTree of(int which, int rank, int ranks) {
        if (which == 0) {
            return first(rank, ranks);
        }
        boolean even = ranks % 2 == 0;
        int place = even ? ranks - 1 - rank : Sizes.modulo(rank, -1, ranks);
        CollectiveTree tree = first(place, ranks);
        ImmutableIntArray.Builder children = ImmutableIntArray.builder();
        tree.children().forEach(child -> children.add(even ? ranks - 1 - child : (child + 1) % ranks));
        int parent = tree.isRoot() ? tree.parent() : even ? ranks - 1 - tree.parent() : (tree.parent() + 1) % ranks;
        return new CollectiveTree(parent, children.build());
    }

    private static CollectiveTree first(int rank, int ranks) {
        ImmutableIntArray.Builder children = ImmutableIntArray.builder();
        if (rank == 0) {
            if (ranks > 1) {
                children.add(Integer.highestOneBit(ranks - 1));
            }
            return new CollectiveTree(-1, children.build());
        }
        int bit = Integer.lowestOneBit(rank);
        int next = (rank ^ bit) | bit << 1;
        int parent = next > 0 && next < ranks ? next : rank ^ bit;
        if (bit > 1) {
            children.add(rank - bit / 2);
        }
        for (int below = bit / 2; below > 0; below /= 2) {
            if (rank < ranks - below) {
                children.add(rank + below);
                break;
            }
        }
        return new CollectiveTree(parent, children.build());
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
