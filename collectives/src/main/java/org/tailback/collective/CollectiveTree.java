package org.tailback.collective;

import com.google.common.collect.Lists;
import com.google.common.primitives.ImmutableIntArray;
import java.util.stream.IntStream;

/**
 * A rank's position in a rooted tree of P ranks. Most trees number ranks relative to the root: v = (rank - root) mod P.
 *
 * @param parent parent of the rank; -1 at the root
 * @param children children of the rank, in the order in which they are served
 */
record CollectiveTree(int parent, ImmutableIntArray children) {
    interface Shape {
        CollectiveTree of(int root, int rank, int ranks);
    }

    private static final int NONE = -1;

    boolean isRoot() {
        return parent == NONE;
    }

    /** Returns whether the rank is the only rank of the tree. */
    boolean isSingle() {
        return isRoot() && children.isEmpty();
    }

    int degree() {
        return children.length();
    }

    int child(int index) {
        return children.get(index);
    }

    private static int relative(int root, int rank, int ranks) {
        return Sizes.modulo(rank, -root, ranks);
    }

    /**
     * Returns a position from numbers relative to the root.
     *
     * @param children numbers of the children; numbers of P and above are omitted
     */
    static CollectiveTree absolute(int root, int ranks, int parent, int... children) {
        ImmutableIntArray.Builder shifted = ImmutableIntArray.builder(children.length);
        for (int child : children) {
            if (child < ranks) {
                shifted.add(Sizes.modulo(child, root, ranks));
            }
        }
        return new CollectiveTree(parent == NONE ? NONE : Sizes.modulo(parent, root, ranks), shifted.build());
    }

    static CollectiveTree linear(int root, int rank, int ranks) {
        return rank != root
                ? new CollectiveTree(root, ImmutableIntArray.of())
                : new CollectiveTree(
                        NONE, ImmutableIntArray.copyOf(IntStream.range(0, ranks).filter(other -> other != root)));
    }

    /**
     * Returns a tree with the given number of chains below the root. The lengths of the chains differ by at most one,
     * and longer chains precede shorter chains.
     */
    static Shape chains(int chains) {
        return (root, rank, ranks) -> {
            int v = relative(root, rank, ranks);
            Partition lengths = Partition.even(ranks - 1L, Math.min(chains, Math.max(1, ranks - 1)));
            if (v == 0) {
                int[] heads = IntStream.range(0, lengths.parts())
                        .map(chain -> 1 + (int) lengths.begin(chain))
                        .toArray();
                return absolute(root, ranks, NONE, heads);
            }
            int chain = 0;
            while (lengths.begin(chain + 1) < v) {
                chain++;
            }
            int next = v < lengths.begin(chain + 1) ? v + 1 : ranks;
            return absolute(root, ranks, v == 1 + lengths.begin(chain) ? 0 : v - 1, next);
        };
    }

    /**
     * Returns a binary tree whose level l begins with v = 2^l - 1. The children of a v on level l are v + 2^l and v +
     * 2^(l+1). The subtree of 1 contains all odd v, the subtree of 2 all even v.
     */
    static CollectiveTree binary(int root, int rank, int ranks) {
        int v = relative(root, rank, ranks);
        int width = Integer.highestOneBit(v + 1);
        int above = width / 2;
        int parent = v == 0 ? NONE : above - 1 + (v + 1 - width) % above;
        return absolute(root, ranks, parent, v + width, v + 2 * width);
    }

    /**
     * Returns a tree of radix k: in base k, the parent of v is v without its lowest nonzero digit. The subtree below v
     * consists of the consecutive numbers up to the next multiple of that digit's weight. Children are in descending
     * order of their subtrees' sizes. Radix 2 is the binomial tree.
     */
    static Shape knomial(int radix) {
        return (root, rank, ranks) -> {
            int v = relative(root, rank, ranks);
            long weight = 1;
            while (weight < ranks && v % (weight * radix) == 0) {
                weight *= radix;
            }
            int parent = v == 0 ? NONE : (int) (v / (weight * radix) * (weight * radix));
            ImmutableIntArray.Builder children = ImmutableIntArray.builder();
            for (long below = weight / radix; below > 0; below /= radix) {
                for (int digit = 1; digit < radix; digit++) {
                    children.add((int) Math.min(ranks, v + digit * below));
                }
            }
            return absolute(root, ranks, parent, children.build().toArray());
        };
    }

    /**
     * Returns the binomial tree of {@link #knomial} with the children in reverse order: the nearest child, which has
     * the smallest subtree, is the first.
     */
    static CollectiveTree nearBinomial(int root, int rank, int ranks) {
        CollectiveTree far = knomial(2).of(root, rank, ranks);
        return new CollectiveTree(far.parent, ImmutableIntArray.copyOf(Lists.reverse(far.children.asList())));
    }

    /**
     * Returns a binomial tree that grows by doubling: the parent of v is v without its highest bit. Children are in
     * ascending order.
     */
    static CollectiveTree doubling(int root, int rank, int ranks) {
        int v = relative(root, rank, ranks);
        int highest = Integer.highestOneBit(v);
        ImmutableIntArray.Builder children = ImmutableIntArray.builder();
        for (int bit = Math.max(1, 2 * highest); bit < ranks - v && bit > 0; bit *= 2) {
            children.add(v + bit);
        }
        return absolute(
                root, ranks, v == 0 ? NONE : v - highest, children.build().toArray());
    }

    /**
     * Returns a binary tree whose subtrees consist of consecutive ranks, each rooted at its last rank. Below the root
     * of n ranks, one subtree consists of the first n / 2 ranks (rounded down), the other of the remaining ranks.
     */
    static CollectiveTree inOrder(int rank, int ranks) {
        int first = 0;
        int last = ranks - 1;
        int parent = NONE;
        int middle = middle(first, last);
        while (rank != last) {
            parent = last;
            if (rank <= middle) {
                last = middle;
            } else {
                first = middle + 1;
                last--;
            }
            middle = middle(first, last);
        }
        return absolute(0, ranks, parent, last - 1 > middle ? last - 1 : ranks, middle >= first ? middle : ranks);
    }

    private static int middle(int first, int last) {
        return first + (last - first + 1) / 2 - 1;
    }
}
