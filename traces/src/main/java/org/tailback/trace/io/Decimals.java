package org.tailback.trace.io;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Doubles as decimals that read back to the same bits, the same text on every Java. */
public final class Decimals {
    private static final int SURE_DIGITS = 15;
    private static final int MOST_DIGITS = 17;

    private Decimals() {}

    /**
     * Returns a decimal of at most 17 digits: up to 15, the shortest there is for normal numbers (a decimal of 15
     * digits that reads back is the only one); beyond, the nearest of 16 digits if it reads back, otherwise the nearest
     * of 17. With an exponent below 1e-7 and from 1e16 on.
     *
     * @throws IllegalArgumentException if the number is not finite
     */
    public static String shortest(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(value + " is no number that a file can hold");
        }
        double magnitude = Math.abs(value);
        String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
        if (magnitude < 1L << 53 && magnitude == (long) magnitude) {
            return sign + (long) magnitude;
        }
        if (magnitude >= 1e-7 && magnitude < 1e15) {
            // value * 10^k has 15 digits before the point; the division is exact to the last bit, so it proves the
            // reading
            int k = SURE_DIGITS - 1 - (int) Math.floor(Math.log10(magnitude));
            if (k >= 0 && k < Numbers.POWERS_OF_TEN.length) {
                double scaled = Math.rint(magnitude * Numbers.POWERS_OF_TEN[k]);
                if (scaled <= 1e15 && scaled / Numbers.POWERS_OF_TEN[k] == magnitude) {
                    return sign + fixed((long) scaled, k);
                }
            }
        }
        BigDecimal exact = new BigDecimal(magnitude);
        for (int digits = SURE_DIGITS; digits < MOST_DIGITS; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (rounded.doubleValue() == magnitude) {
                return sign + text(rounded, magnitude);
            }
        }
        return sign + text(exact.round(new MathContext(MOST_DIGITS, RoundingMode.HALF_EVEN)), magnitude);
    }

    private static String text(BigDecimal decimal, double magnitude) {
        BigDecimal stripped = decimal.stripTrailingZeros();
        if (magnitude >= 1e-7 && magnitude < 1e16) {
            return stripped.toPlainString();
        }
        String digits = stripped.unscaledValue().toString();
        int exponent = digits.length() - 1 - stripped.scale();
        return digits.charAt(0) + (digits.length() > 1 ? "." + digits.substring(1) : "") + "e" + exponent;
    }

    /** unscaled / 10^scale without trailing zeros. */
    private static String fixed(long unscaled, int scale) {
        long digits = unscaled;
        int places = scale;
        while (places > 0 && digits % 10 == 0) {
            digits /= 10;
            places--;
        }
        String text = Long.toString(digits);
        if (places == 0) {
            return text;
        }
        if (text.length() <= places) {
            text = "0".repeat(places - text.length() + 1) + text;
        }
        return text.substring(0, text.length() - places) + "." + text.substring(text.length() - places);
    }
}
