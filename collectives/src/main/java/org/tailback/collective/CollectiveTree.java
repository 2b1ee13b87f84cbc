package org.tailback.collective;

import com.google.common.primitives.ImmutableIntArray;

/**
 * A rank's place in a rooted tree of P ranks. Most trees number ranks relative to the root: v = (rank - root) mod P.
 *
 * @param parent -1 at the root
 * @param children in the order in which they are served
 */
record CollectiveTree(int parent, ImmutableIntArray children) {
    interface Shape {
        CollectiveTree of(int root, int rank, int ranks);
    }

    private static final int NONE = -1;

    boolean isRoot() {
        return parent == NONE;
    }

    private static int relative(int root, int rank, int ranks) {
        return Sizes.modulo(rank, -root, ranks);
    }

    private static CollectiveTree absolute(int root, int ranks, int parent, ImmutableIntArray.Builder children) {
        ImmutableIntArray.Builder shifted = ImmutableIntArray.builder();
        children.build().forEach(child -> shifted.add(Sizes.modulo(child, root, ranks)));
        return new CollectiveTree(parent == NONE ? NONE : Sizes.modulo(parent, root, ranks), shifted.build());
    }

    static CollectiveTree linear(int root, int rank, int ranks) {
        ImmutableIntArray.Builder children = ImmutableIntArray.builder();
        for (int other = 0; rank == root && other < ranks; other++) {
            if (other != root) {
                children.add(other);
            }
        }
        return new CollectiveTree(rank == root ? NONE : root, children.build());
    }

    /** Returns a number of chains below the root, whose lengths differ by one at most, the longer ones first. */
    static Shape chains(int chains) {
        return (root, rank, ranks) -> {
            int v = relative(root, rank, ranks);
            Partition lengths = Partition.even(ranks - 1L, Math.min(chains, Math.max(1, ranks - 1)));
            ImmutableIntArray.Builder children = ImmutableIntArray.builder();
            if (v == 0) {
                for (int chain = 0; ranks > 1 && chain < lengths.parts(); chain++) {
                    children.add(1 + (int) lengths.begin(chain));
                }
                return absolute(root, ranks, NONE, children);
            }
            int chain = 0;
            while (lengths.begin(chain + 1) < v) {
                chain++;
            }
            if (v < lengths.begin(chain + 1)) {
                children.add(v + 1);
            }
            return absolute(root, ranks, v == 1 + lengths.begin(chain) ? 0 : v - 1, children);
        };
    }

    /**
     * Returns a binary tree whose level l holds v from 2^l - 1 on: the children of v there are v + 2^l and v + 2^(l+1).
     * The subtree of 1 contains all odd v, the subtree of 2 all even ones.
     */
    static CollectiveTree binary(int root, int rank, int ranks) {
        int v = relative(root, rank, ranks);
        int width = Integer.highestOneBit(v + 1);
        ImmutableIntArray.Builder children = ImmutableIntArray.builder();
        for (int child = v + width; child <= v + 2 * width && child < ranks; child += width) {
            children.add(child);
        }
        int above = width / 2;
        return absolute(root, ranks, v == 0 ? NONE : above - 1 + (v + 1 - width) % above, children);
    }

    /**
     * Returns a tree of radix k: the parent of v is v without its lowest digit that is not 0, in base k; below v are
     * the consecutive numbers up to the next multiple of that digit's weight. Children with the largest subtrees come
     * first. Radix 2 is the binomial tree.
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
                    if (v + digit * below < ranks) {
                        children.add((int) (v + digit * below));
                    }
                }
            }
            return absolute(root, ranks, parent, children);
        };
    }

    /** Returns the binomial tree of {@link #knomial} with near children, those with the smallest subtrees, first. */
    static CollectiveTree nearBinomial(int root, int rank, int ranks) {
        CollectiveTree far = knomial(2).of(root, rank, ranks);
        int count = far.children.length();
        ImmutableIntArray.Builder near = ImmutableIntArray.builder(count);
        for (int i = 0; i < count; i++) {
            near.add(far.children.get(count - 1 - i));
        }
        return new CollectiveTree(far.parent, near.build());
    }

    /**
     * Returns a binomial tree that grows by doubling: the parent of v is v without its highest bit; children ascend.
     */
    static CollectiveTree doubling(int root, int rank, int ranks) {
        int v = relative(root, rank, ranks);
        ImmutableIntArray.Builder children = ImmutableIntArray.builder();
        for (int bit = v == 0 ? 1 : 2 * Integer.highestOneBit(v); bit < ranks - v && bit > 0; bit *= 2) {
            children.add(v + bit);
        }
        return absolute(root, ranks, v == 0 ? NONE : v - Integer.highestOneBit(v), children);
    }

    /**
     * Returns a binary tree with the last rank on top in which every subtree holds ranks in a row and has the last of
     * them on top: below n ranks, the first n / 2 (rounded down) and the others except the last.
     */
    static CollectiveTree inOrder(int rank, int ranks) {
        int first = 0;
        int last = ranks - 1;
        int parent = NONE;
        while (rank != last) {
            parent = last;
            int middle = first + (last - first + 1) / 2 - 1;
            if (rank <= middle) {
                last = middle;
            } else {
                first = middle + 1;
                last--;
            }
        }
        int middle = first + (last - first + 1) / 2 - 1;
        ImmutableIntArray.Builder children = ImmutableIntArray.builder();
        if (last - 1 > middle) {
            children.add(last - 1);
        }
        if (middle >= first) {
            children.add(middle);
        }
        return new CollectiveTree(parent, children.build());
    }
}
