package org.tailback.trace.io;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;

/** Conversion of doubles to decimals that read back to the same bits, with the same text on every Java version. */
public final class Decimals {
    private Decimals() {}

    /**
     * Returns the shortest decimal, of at most 17 digits, that reads back to a number. If there are several, the
     * nearest is returned. Numbers below 1e-7 and from 1e16 on have an exponent.
     *
     * @throws IllegalArgumentException if the number is not finite
     */
    public static String shortest(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(value + " is not a finite number");
        }
        double magnitude = Math.abs(value);
        String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
        if (magnitude < 1L << 53 && magnitude == (long) magnitude) {
            return sign + (long) magnitude;
        }
        // Java before 19 may have superfluous digits
        BigDecimal decimal = new BigDecimal(NumberOutput.toString(magnitude, true)).stripTrailingZeros();
        if (magnitude >= 1e-7 && magnitude < 1e16) {
            return sign + decimal.toPlainString();
        }
        String digits = decimal.unscaledValue().toString();
        int exponent = digits.length() - 1 - decimal.scale();
        return sign + digits.charAt(0) + (digits.length() > 1 ? "." + digits.substring(1) : "") + "e" + exponent;
    }
}
