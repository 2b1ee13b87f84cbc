package org.tailback.units;

/** Checks of numbers passed by a program; numbers from users are checked when they are read. */
public final class Domain {
    private Domain() {}

    /** Throws an {@link IllegalArgumentException} for a number that is not finite and >= 0. */
    public static void requireNotNegative(double number, String what) {
        if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(what + " must be finite and >= 0: " + number);
        }
    }

    /** Throws an {@link IllegalArgumentException} for a number that is not finite and > 0. */
    public static void requirePositive(double number, String what) {
        if (!(number > 0 && number < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(what + " must be finite and > 0: " + number);
        }
    }
}
