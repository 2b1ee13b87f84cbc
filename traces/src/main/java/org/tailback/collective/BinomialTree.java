package org.tailback.collective;

/**
 * A binomial tree of ranks around a root. Ranks are numbered relative to the root: v = (rank - root) mod P. The parent of v
 * is v without its lowest one bit 2^k; its children are v + 2^j for j < k (any j for the root) that are below P; below v
 * are v to v + 2^k - 1.
 */
final class BinomialTree {
    private final int root;
    private final int ranks;
    /** Number relative to the root. */
    private final int own;
    /** Number of trailing zero bits of the own number; for the root the tree's height. */
    private final int level;

    BinomialTree(int root, int rank, int ranks) {
        this.root = root;
        this.ranks = ranks;
        this.own = Sizes.modulo(rank, -root, ranks);
        this.level = own == 0 ? Sizes.ceilingLog2(ranks) : Integer.numberOfTrailingZeros(own);
    }

    boolean isRoot() {
        return own == 0;
    }

    int level() {
        return level;
    }

    /** Rank of the parent; not for the root. */
    int parent() {
        return Sizes.modulo(own & (own - 1), root, ranks);
    }

    /** True if there is a child at distance 2^j, j < level. */
    boolean hasChild(int j) {
        return own < ranks - (1 << j);
    }

    /** Rank of the child at distance 2^j. */
    int child(int j) {
        return Sizes.modulo(own + (1 << j), root, ranks);
    }

    /** How many ranks the subtree of the child at distance 2^j has. */
    int childSize(int j) {
        return Math.min(1 << j, ranks - own - (1 << j));
    }

    /** How many ranks the own subtree has. */
    int size() {
        return own == 0 ? ranks : Math.min(1 << level, ranks - own);
    }
}
