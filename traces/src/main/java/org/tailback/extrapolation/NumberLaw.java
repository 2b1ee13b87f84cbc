package org.tailback.extrapolation;

import java.util.List;
import java.util.Locale;

/**
 * Law for a whole number that depends on the number of ranks: a first coefficient times a term plus a second
 * coefficient times another term.
 *
 * @param first coefficient of the first term, a whole number
 * @param term first term, not null
 * @param second coefficient of the second term, a whole number, 0 without a second term
 * @param other second term, not null
 */
record NumberLaw(double first, Term term, double second, Term other) {
    private static final double WHOLE = 1e-6;

    static NumberLaw of(double first, Term term) {
        return new NumberLaw(first, term, 0, Term.ONE);
    }

    /** Returns the law for a two-dimensional grid with exchanged sides. */
    NumberLaw transposed() {
        return new NumberLaw(first, term.transposed(), second, other.transposed());
    }

    boolean isConstant() {
        return term == Term.ONE && other == Term.ONE;
    }

    /** Returns the number of coefficients of the law. */
    int coefficients() {
        return second == 0 ? 1 : 2;
    }

    /** Returns the law's value; {@link Double#NaN} if the value is not a whole number. */
    double at(Context context) {
        double value = first == 0 ? 0 : first * term.at(context);
        if (second != 0) {
            value += second * other.at(context);
        }
        double whole = Math.rint(value);
        return Math.abs(value - whole) <= WHOLE * Math.max(1, 1e-6 * Math.abs(value)) ? whole : Double.NaN;
    }

    boolean explains(List<Sample> samples) {
        return samples.stream().allMatch(sample -> at(sample.context()) == sample.value());
    }

    @Override
    public String toString() {
        String text = part(first, term);
        return second == 0 ? text : text + (second < 0 ? " - " : " + ") + part(Math.abs(second), other);
    }

    private static String part(double coefficient, Term term) {
        String number = String.format(Locale.ROOT, "%.0f", coefficient);
        return term == Term.ONE
                ? number
                : term.name().startsWith("1/")
                        ? number + term.name().substring(1)
                        : coefficient == 1 ? term.name() : number + " " + term.name();
    }
}
