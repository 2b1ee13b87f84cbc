package org.tailback.extrapolation;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Law for the dependence of a message's partner on the rank.
 *
 * @param words description of the law, for messages
 * @param family family of the grid to which the law refers; null without a grid
 * @param rank function that returns the partner; {@link Double#NaN}, or a number that is no rank, if there is none
 */
record PeerLaw(String words, @Nullable GridFamily family, ToDoubleFunction<Context> rank) {
    /** Returns the partner; -1 if there is none at this point. */
    int at(Context context) {
        double at = rank.applyAsDouble(context);
        return at >= 0 && at < context.ranks() ? (int) at : -1;
    }

    /** Returns the law of one partner for all ranks, such as the root. */
    static PeerLaw fixed(NumberLaw rank) {
        return new PeerLaw("rank " + rank, null, rank::at);
    }

    /** Returns the law of the rank at a distance upwards in the order of ranks, modulo the number of ranks. */
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

    /** Returns the law of the rank with the same distance from the opposite end. */
    static PeerLaw mirror() {
        return new PeerLaw("P - 1 - r", null, context -> context.ranks() - 1 - context.rank());
    }

    /**
     * Returns the law of the rank at a distance in a grid, modulo its sides.
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
     * Returns the law of the rank at a distance along one dimension of a grid, modulo the side.
     *
     * @param dimension number of the dimension, 0 for the one that varies fastest
     * @param distance distance upwards
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
     * Returns the law of the rank with the transposed block of a matrix. In a square, coordinates are exchanged. If one
     * side is twice the other, pairs of ranks along the longer side count as one and keep their order.
     *
     * @param family family of a grid of two dimensions
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
