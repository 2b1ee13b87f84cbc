package org.tailback.table;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;

/**
 * Decimals of doubles that programs read: the shortest decimal that is read back as the same double. The result is the
 * same on every version of Java (before Java 19, {@code Double.toString} does not always return the shortest decimal).
 */
public final class ShortestNumbers {
    /** Magnitudes beyond which numbers have an exponent. */
    private static final double PLAIN_FROM = 1e-12;

    private static final double PLAIN_TO = 1e18;

    private ShortestNumbers() {}

    /**
     * Returns the shortest decimal of a finite number, without an exponent from 1e-12 to 1e18. Integers have no decimal
     * point.
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

    /** Returns seconds as microseconds, with the same digits and a shifted decimal point. */
    public static BigDecimal microseconds(double seconds) {
        return decimal(seconds).movePointRight(6);
    }

    /** Returns the shortest decimal of a finite number. */
    public static BigDecimal decimal(double value) {
        return new BigDecimal(NumberOutput.toString(value, true)).stripTrailingZeros();
    }
}
