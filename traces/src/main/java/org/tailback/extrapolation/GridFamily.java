package org.tailback.extrapolation;

import com.google.common.primitives.Ints;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Family of grids with one grid per number of ranks. The sides are as equal as the number of ranks allows, as in codes
 * and {@code MPI_Dims_create}.
 *
 * @param dimensions number of dimensions, 1, 2 or 3
 * @param descending whether the longest side comes first
 */
record GridFamily(int dimensions, boolean descending) {
    /** Candidate families, the simplest first. */
    static final List<GridFamily> ALL = List.of(
            new GridFamily(1, true),
            new GridFamily(2, false),
            new GridFamily(2, true),
            new GridFamily(3, false),
            new GridFamily(3, true));

    /** Returns the grid for a number of ranks. */
    Grid of(int ranks) {
        int[] sides = new int[dimensions];
        int left = ranks;
        for (int d = 0; d < dimensions; d++) {
            // the smallest side with which the other sides are at least as long: the largest divisor up to the root
            int root = (int) Math.floor(Math.pow(left, 1.0 / (dimensions - d)) + 1e-9);
            int side = root;
            while (left % side != 0) {
                side--;
            }
            sides[d] = d == dimensions - 1 ? left : side;
            left /= side;
        }
        Arrays.sort(sides);
        if (descending) {
            Ints.reverse(sides);
        }
        return new Grid(sides);
    }

    /** Returns whether the length of every side varies over the given numbers of ranks. */
    boolean changesAllSides(Collection<Integer> ranks) {
        return IntStream.range(0, dimensions)
                .allMatch(d ->
                        ranks.stream().map(n -> of(n).sides()[d]).distinct().count() > 1);
    }

    /** Returns the family with the sides in the opposite order. */
    GridFamily reversed() {
        return new GridFamily(dimensions, !descending);
    }

    /** Conditions on the numbers of ranks on which a code runs. */
    enum Numbers {
        SQUARES("squares", n -> root(n, 2) * root(n, 2) == n),
        CUBES("cubes", n -> (long) root(n, 3) * root(n, 3) * root(n, 3) == n),
        POWERS_OF_TWO("powers of two", n -> Integer.bitCount(n) == 1),
        ALL("any number", n -> true);

        private final String words;
        private final IntPredicate holds;

        Numbers(String words, IntPredicate holds) {
            this.words = words;
            this.holds = holds;
        }

        /** Returns the narrowest conditions that hold for all given numbers of ranks. */
        static List<Numbers> of(Collection<Integer> ranks) {
            List<Numbers> found = Arrays.stream(values())
                    .filter(each -> each != ALL && ranks.stream().allMatch(each.holds::test))
                    .toList();
            return found.isEmpty() ? List.of(ALL) : found;
        }

        boolean holds(int ranks) {
            return holds.test(ranks);
        }

        String words() {
            return words;
        }

        private static int root(int number, int power) {
            return (int) Math.round(Math.pow(number, 1.0 / power));
        }
    }

    /**
     * Returns the smallest number of ranks, at least {@code from}, for which all conditions hold; empty if this number
     * is too large.
     */
    static Optional<Integer> next(List<Numbers> families, int from) {
        for (int n = from; n < Math.min(1 << 24, 64L * from + 64); n++) {
            int ranks = n;
            if (families.stream().allMatch(each -> each.holds(ranks))) {
                return Optional.of(n);
            }
        }
        return Optional.empty();
    }
}
