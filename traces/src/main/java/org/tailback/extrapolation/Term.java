package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Factor in laws: a function of the number of ranks and the sides of the grid, times a function of the iteration or of
 * a coordinate of the rank.
 *
 * @param name name of the term, for error messages
 * @param grows whether the value increases with the number of ranks
 * @param at function that returns the value
 */
record Term(String name, boolean grows, ToDoubleFunction<Context> at) {
    /** Term for the constant 1. */
    static final Term ONE = new Term("1", false, context -> 1);

    @Override
    public boolean equals(Object other) {
        return other instanceof Term that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** Returns the functions of the number of ranks and of the sides of a grid, without the constant 1. */
    static List<Term> ofSize(int dimensions) {
        List<Term> terms = new ArrayList<>();
        terms.add(new Term("P", true, Context::ranks));
        terms.add(new Term("1/P", false, context -> 1.0 / context.ranks()));
        terms.add(new Term("P^2", true, context -> (double) context.ranks() * context.ranks()));
        terms.add(new Term("1/P^2", false, context -> 1.0 / context.ranks() / context.ranks()));
        terms.add(new Term("log2 P", true, context -> log2(context.ranks())));
        for (int d = 0; dimensions > 1 && d < dimensions; d++) {
            Term side = side(d);
            terms.add(side);
            terms.add(new Term("1/" + side.name, false, context -> 1.0 / side.at(context)));
            terms.add(new Term("1/" + side.name + "^2", false, context -> 1.0 / Math.pow(side.at(context), 2)));
            terms.add(new Term("log2 " + side.name, true, context -> log2((int) side.at(context))));
            for (int e = d + 1; dimensions > 2 && e < dimensions; e++) {
                Term other = side(e);
                Term area = side.times(other);
                terms.add(area);
                terms.add(new Term(
                        "1/(" + area.name + ")", false, context -> 1.0 / side.at(context) / other.at(context)));
            }
        }
        return terms;
    }

    private static Term side(int dimension) {
        return new Term("s" + (dimension + 1), true, context -> context.grid().sides()[dimension]);
    }

    /** Returns the functions for distances between ranks: the number of ranks, and strides of the grid. */
    static List<Term> ofDistance(int dimensions) {
        List<Term> terms = new ArrayList<>();
        terms.add(new Term("P", true, Context::ranks));
        for (int d = 1; d < dimensions; d++) {
            int dimension = d;
            terms.add(new Term(
                    d == 1 ? "s1" : "s1 s2", true, context -> context.grid().stride(dimension)));
        }
        return terms;
    }

    /**
     * Returns the functions of an iteration: its number counted from the first and from the last iteration, and 2 to
     * the power of both numbers.
     */
    static List<Term> ofLoop(int loop) {
        return List.of(
                new Term("i", false, context -> context.index()[loop]),
                new Term("2^i", false, context -> Math.pow(2, context.index()[loop])),
                new Term("j", false, context -> left(context, loop)),
                new Term("2^j", false, context -> Math.pow(2, left(context, loop))));
    }

    private static int left(Context context, int loop) {
        return context.iterations()[loop] - 1 - context.index()[loop];
    }

    /** Returns the functions of a rank: its number and its coordinates. */
    static List<Term> ofRank(int dimensions) {
        List<Term> terms = new ArrayList<>();
        terms.add(new Term("r", false, Context::rank));
        for (int d = 0; dimensions > 1 && d < dimensions; d++) {
            int dimension = d;
            terms.add(new Term("x" + (d + 1), false, context -> context.grid().coordinate(context.rank(), dimension)));
        }
        return terms;
    }

    Term times(Term other) {
        return this == ONE
                ? other
                : other == ONE
                        ? this
                        : new Term(
                                name + " " + other.name,
                                grows || other.grows,
                                context -> at.applyAsDouble(context) * other.at.applyAsDouble(context));
    }

    /** Returns the term for a two-dimensional grid with exchanged sides; returns this term for other grids. */
    Term transposed() {
        String other = name.replace("s1", "s0").replace("s2", "s1").replace("s0", "s2");
        return other.equals(name) || name.contains("x") || name.contains("s3")
                ? this
                : new Term(other, grows, context -> at.applyAsDouble(context.transposed()));
    }

    double at(Context context) {
        return at.applyAsDouble(context);
    }

    private static double log2(int number) {
        return Integer.bitCount(number) == 1 ? Integer.numberOfTrailingZeros(number) : Double.NaN;
    }
}
