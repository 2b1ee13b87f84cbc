package org.tailback.table;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;

/**
 * Decimals of doubles for programs: the shortest decimal that reads back to the same bits, equal on every Java (before
 * 19 {@code Double.toString} is not always the shortest).
 */
public final class ShortestNumbers {
    /** Magnitudes beyond which a number has an exponent. */
    private static final double PLAIN_FROM = 1e-12;

    private static final double PLAIN_TO = 1e18;

    private ShortestNumbers() {}

    /**
     * Returns the shortest decimal of a finite number, without exponent from 1e-12 to 1e18, and without a fraction if
     * it has none.
     *
     * @throws IllegalArgumentException if the number is not finite
     */
    public static String shortest(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(value + " cannot be written as a decimal");
        }
        double magnitude = Math.abs(value);
        if (value == Math.rint(value) && magnitude < 1L << 53) {
            return Long.toString((long) value);
        }
        String text = NumberOutput.toString(value, true);
        return magnitude >= PLAIN_FROM && magnitude < PLAIN_TO && text.indexOf('E') >= 0 ? plain(value) : text;
    }

    /** Returns the shortest decimal of a finite number without exponent at any magnitude. */
    public static String plain(double value) {
        String text = NumberOutput.toString(value, true);
        if (text.indexOf('E') >= 0 || value == 0) {
            return decimal(value).toPlainString();
        }
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    /** Returns seconds as microseconds: the same digits, the point moved. */
    public static BigDecimal microseconds(double seconds) {
        return decimal(seconds).movePointRight(6);
    }

    /** Returns the shortest decimal of a finite number. */
    public static BigDecimal decimal(double value) {
        return new BigDecimal(NumberOutput.toString(value, true)).stripTrailingZeros();
    }
}
