package org.tailback.extrapolation;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Law by which the partner of a message follows the rank.
 *
 * @param words the law, for messages
 * @param family the grid that the law is of; null if it is of none
 * @param rank the partner; {@link Double#NaN}, or a number that is no rank, if the law has none there
 */
record PeerLaw(String words, @Nullable GridFamily family, ToDoubleFunction<Context> rank) {
    /** Returns the partner; -1 if the law has none there. */
    int at(Context context) {
        double at = rank.applyAsDouble(context);
        return at >= 0 && at < context.ranks() ? (int) at : -1;
    }

    /** Returns the law of one rank for all, such as the root. */
    static PeerLaw fixed(NumberLaw rank) {
        return new PeerLaw("rank " + rank, null, rank::at);
    }

    /** Returns the law of the rank at a distance upwards in the order of ranks, around its end. */
    static PeerLaw shift(NumberLaw distance) {
        return new PeerLaw("r + (" + distance + ") mod P", null, context -> {
            double unbounded = context.rank() + distance.at(context);
            return unbounded - context.ranks() * Math.floor(unbounded / context.ranks());
        });
    }

    /** Returns the law of the rank whose number differs in the given bits. */
    static PeerLaw exclusiveOr(NumberLaw bits) {
        return new PeerLaw("r xor (" + bits + ")", null, context -> {
            double which = bits.at(context);
            return Double.isNaN(which) ? Double.NaN : context.rank() ^ (int) which;
        });
    }

    /** Returns the law of the rank with the same distance from the other end. */
    static PeerLaw mirror() {
        return new PeerLaw("P - 1 - r", null, context -> context.ranks() - 1 - context.rank());
    }

    /**
     * Returns the law of the rank at a distance in a grid, around its sides.
     *
     * @param by distance along each dimension
     */
    static PeerLaw neighbour(GridFamily family, int[] by) {
        return new PeerLaw(
                "the neighbour " + Arrays.toString(by) + " in the grid",
                family,
                context -> family.of(context.ranks()).moved(context.rank(), by));
    }

    /**
     * Returns the law of the rank at a distance along one dimension of a grid, around its side.
     *
     * @param dimension 0 for the fastest
     * @param distance upwards
     */
    static PeerLaw line(GridFamily family, int dimension, NumberLaw distance) {
        return new PeerLaw("x" + (dimension + 1) + " + (" + distance + ") in the grid", family, context -> {
            double by = distance.at(context);
            int[] moved = new int[family.dimensions()];
            moved[dimension] = (int) by;
            return Double.isNaN(by) ? by : family.of(context.ranks()).moved(context.rank(), moved);
        });
    }

    /**
     * Returns the law of the rank that has the transposed block of a matrix: coordinates exchanged in a square; where
     * one side is twice the other, pairs of ranks along the longer side count as one and keep their order.
     *
     * @param family a grid of two dimensions
     */
    static PeerLaw transpose(GridFamily family) {
        return new PeerLaw("the transposed rank of the grid", family, context -> {
            Grid grid = family.of(context.ranks());
            int width = grid.sides()[0];
            int height = grid.sides()[1];
            int r = context.rank();
            if (width == height) {
                return r % width * width + r / width;
            }
            int pair = r / 2;
            return width == 2 * height ? 2 * (pair % height * height + pair / height) + r % 2 : Double.NaN;
        });
    }

    @Override
    public String toString() {
        return words;
    }
}
