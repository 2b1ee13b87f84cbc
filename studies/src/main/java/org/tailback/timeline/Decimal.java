package org.tailback.timeline;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;

/**
 * Finite doubles as decimals without exponent, the shortest that read back to the same bits, the same on every Java.
 */
final class Decimal {
    private static final int MICRO = 6;

    private Decimal() {}

    /** Returns a number as it is. */
    static String of(double value) {
        return shifted(value, 0);
    }

    /** Returns seconds as microseconds: the same digits, the point moved. */
    static String microseconds(double seconds) {
        return shifted(seconds, MICRO);
    }

    private static String shifted(double value, int digits) {
        if (value == 0) {
            return "0";
        }
        return new BigDecimal(NumberOutput.toString(value, true))
                .movePointRight(digits)
                .stripTrailingZeros()
                .toPlainString();
    }
}
