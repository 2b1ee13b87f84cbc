package org.tailback.extrapolation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How the partner of a message follows the rank. */
sealed interface PeerLaw {
    /** Returns the partner; -1 if the law has none there. */
    int at(Context context);

    /** Returns the grid that the law is of; null if it is of none. */
    default @Nullable GridFamily family() {
        return null;
    }

    /**
     * One rank for all, such as the root.
     *
     * @param rank its number
     */
    record Fixed(NumberLaw rank) implements PeerLaw {
        @Override
        public int at(Context context) {
            return inside(rank.at(context), context);
        }

        @Override
        public String toString() {
            return "rank " + rank;
        }
    }

    /**
     * The rank at a distance in the order of ranks, around its end.
     *
     * @param distance upwards
     */
    record Shift(NumberLaw distance) implements PeerLaw {
        @Override
        public int at(Context context) {
            double by = distance.at(context);
            return Double.isNaN(by) ? -1 : (int) Math.floorMod((long) by + context.rank(), (long) context.ranks());
        }

        @Override
        public String toString() {
            return "r + (" + distance + ") mod P";
        }
    }

    /**
     * The rank that differs in some bits.
     *
     * @param bits which
     */
    record ExclusiveOr(NumberLaw bits) implements PeerLaw {
        @Override
        public int at(Context context) {
            double which = bits.at(context);
            return Double.isNaN(which) ? -1 : inside(context.rank() ^ (int) which, context);
        }

        @Override
        public String toString() {
            return "r xor (" + bits + ")";
        }
    }

    /**
     * The rank at a distance in a grid, around its sides.
     *
     * @param family the grid
     * @param by distance along each dimension
     */
    record Neighbour(GridFamily family, int[] by) implements PeerLaw {
        @Override
        public int at(Context context) {
            return family.of(context.ranks()).moved(context.rank(), by);
        }

        @Override
        public String toString() {
            return "the neighbour " + Arrays.toString(by) + " in the grid";
        }
    }

    /**
     * The rank at a distance along one dimension of a grid, around its side.
     *
     * @param family the grid
     * @param dimension 0 for the fastest
     * @param distance upwards
     */
    record Line(GridFamily family, int dimension, NumberLaw distance) implements PeerLaw {
        @Override
        public int at(Context context) {
            double by = distance.at(context);
            if (Double.isNaN(by)) {
                return -1;
            }
            int[] moved = new int[family.dimensions()];
            moved[dimension] = (int) by;
            return family.of(context.ranks()).moved(context.rank(), moved);
        }

        @Override
        public String toString() {
            return "x" + (dimension + 1) + " + (" + distance + ") in the grid";
        }
    }

    /**
     * The rank that has the transposed block of a matrix: coordinates exchanged in a square; where one side is twice
     * the other, pairs of ranks along the longer side count as one and keep their order.
     *
     * @param family a grid of two dimensions
     */
    record Transpose(GridFamily family) implements PeerLaw {
        @Override
        public int at(Context context) {
            Grid grid = family.of(context.ranks());
            int width = grid.sides()[0];
            int height = grid.sides()[1];
            int r = context.rank();
            if (width == height) {
                return r % width * width + r / width;
            }
            if (width == 2 * height) {
                int pair = r / 2;
                return 2 * (pair % height * height + pair / height) + r % 2;
            }
            return -1;
        }

        @Override
        public String toString() {
            return "the transposed rank of the grid";
        }
    }

    /** The rank with the same distance from the other end. */
    record Mirror() implements PeerLaw {
        @Override
        public int at(Context context) {
            return context.ranks() - 1 - context.rank();
        }

        @Override
        public String toString() {
            return "P - 1 - r";
        }
    }

    private static int inside(double rank, Context context) {
        return rank >= 0 && rank < context.ranks() ? (int) rank : -1;
    }
}
