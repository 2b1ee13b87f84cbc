package org.tailback.extrapolation;

import com.google.common.primitives.Ints;
import java.util.Arrays;

/**
 * Grid whose points are the ranks. The first coordinate varies fastest.
 *
 * @param sides lengths of the grid's sides, each >= 1
 */
record Grid(int... sides) {
    int ranks() {
        return Arrays.stream(sides).reduce(1, (a, b) -> a * b);
    }

    int dimensions() {
        return sides.length;
    }

    /** Returns the difference between the ranks of two neighbours along a dimension. */
    int stride(int dimension) {
        int stride = 1;
        for (int d = 0; d < dimension; d++) {
            stride *= sides[d];
        }
        return stride;
    }

    int coordinate(int rank, int dimension) {
        return rank / stride(dimension) % sides[dimension];
    }

    /** Returns the rank at coordinates, which are taken modulo the sides. */
    int rank(int... coordinates) {
        int rank = 0;
        for (int d = sides.length - 1; d >= 0; d--) {
            rank = rank * sides[d] + Math.floorMod(coordinates[d], sides[d]);
        }
        return rank;
    }

    /** Returns the rank at a distance along all dimensions, with coordinates modulo the sides. */
    int moved(int rank, int... by) {
        int[] at = new int[sides.length];
        for (int d = 0; d < at.length; d++) {
            at[d] = coordinate(rank, d) + by[d];
        }
        return rank(at);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Grid that && Arrays.equals(sides, that.sides);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(sides);
    }

    @Override
    public String toString() {
        return Ints.join(" x ", sides);
    }
}
