package org.tailback.extrapolation;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Law by which a message's partner depends on the rank.
 *
 * @param words description of the law, for error messages
 * @param family family of the grid to which the law refers; null without a grid
 * @param rank function that returns the partner; without a partner it returns {@link Double#NaN} or a number that is
 *     not a rank
 */
record PeerLaw(String words, @Nullable GridFamily family, ToDoubleFunction<Context> rank) {
    /** Returns the partner; -1 without a partner at this point. */
    int at(Context context) {
        double at = rank.applyAsDouble(context);
        return at >= 0 && at < context.ranks() ? (int) at : -1;
    }

    /** Returns the law by which all ranks have the same partner, such as the root. */
    static PeerLaw fixed(NumberLaw rank) {
        return new PeerLaw("rank " + rank, null, rank::at);
    }

    /** Returns the law by which the partner is the rank plus a distance, modulo the number of ranks. */
    static PeerLaw shift(NumberLaw distance) {
        return new PeerLaw("r + (" + distance + ") mod P", null, context -> {
            double unbounded = context.rank() + distance.at(context);
            return unbounded - context.ranks() * Math.floor(unbounded / context.ranks());
        });
    }

    /** Returns the law by which the partner differs from the rank in the given bits. */
    static PeerLaw exclusiveOr(NumberLaw bits) {
        return new PeerLaw("r xor (" + bits + ")", null, context -> {
            double which = bits.at(context);
            return Double.isNaN(which) ? Double.NaN : context.rank() ^ (int) which;
        });
    }

    /** Returns the law by which the partner has the same distance from the last rank as the rank has from rank 0. */
    static PeerLaw mirror() {
        return new PeerLaw("P - 1 - r", null, context -> context.ranks() - 1 - context.rank());
    }

    /**
     * Returns the law by which the partner is at a distance in a grid, modulo the sides of the grid.
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
     * Returns the law by which the partner is at a distance along one dimension of a grid, modulo the side.
     *
     * @param dimension number of the dimension, 0 for the dimension that varies fastest
     * @param distance distance in ascending direction
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
     * Returns the law by which the partner has the transposed block of a matrix. In a square grid, coordinates are
     * exchanged. If one side is twice the other, each pair of ranks along the longer side is treated as one point and
     * keeps its order.
     *
     * @param family family of two-dimensional grids
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
