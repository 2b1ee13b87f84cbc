package org.tailback.units;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Formatter of quantities for reports, with four significant digits and a suitable unit: {@code 12.34 us}, {@code 64
 * kB}, {@code 72.5 MB/s}. Files and JSON contain exact plain numbers instead. {@link Quantity} can parse the formatted
 * texts, unless the value is negative or not finite. The text of NaN is "unknown".
 */
public final class Readable {
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_UP);
    /** Relative rounding error of four digits. */
    private static final double HALF_A_DIGIT = 5e-5;

    private static final String[] SECONDS = {"ns", "us", "ms", "s"};
    private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB", "PB"};
    private static final String[] BINARY_BYTES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final String[] FLOPS = {"flop/s", "kflop/s", "Mflop/s", "Gflop/s", "Tflop/s", "Pflop/s"};

    private Readable() {}

    /** Returns a finite number rounded to a number of significant digits, without an exponent. */
    public static String number(double value, int digits) {
        return new BigDecimal(value)
                .round(new MathContext(digits))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Returns a time as text, in units from {@code ns} to {@code s}. */
    public static String seconds(double seconds) {
        if (seconds == 0) {
            return "0 s";
        }
        return Double.isFinite(seconds)
                ? scaled(new BigDecimal(seconds).movePointRight(9), 1000, SECONDS)
                : notFinite(seconds, " s");
    }

    /**
     * Returns a time as text with its relative uncertainty and with significant digits only, such as {@code 0.39 s ±
     * 1.6 %}. Equal to {@link #seconds(double)} if all four digits are significant.
     *
     * @param seconds time in seconds
     * @param relativeSpread >= 0
     */
    public static String seconds(double seconds, double relativeSpread) {
        if (relativeSpread < HALF_A_DIGIT || !Double.isFinite(seconds) || seconds == 0) {
            return seconds(seconds);
        }
        int digits = (int) Math.max(1, Math.min(4, Math.ceil(-Math.log10(relativeSpread))));
        double rounded = new BigDecimal(seconds)
                .round(new MathContext(digits, RoundingMode.HALF_UP))
                .doubleValue();
        BigDecimal percent = new BigDecimal(100 * relativeSpread).round(new MathContext(2, RoundingMode.HALF_UP));
        return seconds(rounded) + " ± " + percent.stripTrailingZeros().toPlainString() + " %";
    }

    /**
     * Returns an amount of data as text in kB, MB and so on (powers of 1000, as for bandwidths). For sizes of messages,
     * use {@link SizeUnits}.
     */
    public static String bytes(double bytes) {
        return scaled(bytes, 1000, BYTES, "");
    }

    /** Returns a size as text in KiB, MiB and so on (powers of 1024). */
    static String binaryBytes(double bytes) {
        return scaled(bytes, 1024, BINARY_BYTES, "");
    }

    /** Returns a bandwidth as text in bytes per second. */
    public static String rate(double bytesPerSecond) {
        return scaled(bytesPerSecond, 1000, BYTES, "/s");
    }

    /** Returns a computing speed as text in flop/s. */
    public static String speed(double flopsPerSecond) {
        return scaled(flopsPerSecond, 1000, FLOPS, "");
    }

    private static String scaled(double value, int base, String[] units, String suffix) {
        return Double.isFinite(value)
                ? scaled(new BigDecimal(value), base, units) + suffix
                : notFinite(value, " " + units[0] + suffix);
    }

    private static String notFinite(double value, String unit) {
        return Double.isNaN(value) ? "unknown" : value + unit;
    }

    /** Divides the value by the base until the rounded value is below the base or there is no larger unit. */
    private static String scaled(BigDecimal value, int base, String[] units) {
        BigDecimal divisor = BigDecimal.ONE;
        int unit = 0;
        BigDecimal rounded = rounded(value);
        while (unit + 1 < units.length && rounded.abs().compareTo(BigDecimal.valueOf(base)) >= 0) {
            divisor = divisor.multiply(BigDecimal.valueOf(base));
            unit++;
            rounded = rounded(value.divide(divisor, MathContext.DECIMAL64));
        }
        if (rounded.signum() == 0) {
            return "0 " + units[unit];
        }
        BigDecimal shortest = rounded.stripTrailingZeros();
        boolean tiny = shortest.scale() - shortest.precision() > 6;
        return (tiny ? shortest.toString() : shortest.toPlainString()) + " " + units[unit];
    }

    /**
     * Returns the value with four significant digits, or with more if it has more than four digits before the decimal
     * point.
     */
    private static BigDecimal rounded(BigDecimal value) {
        BigDecimal short4 = value.round(DIGITS);
        return short4.scale() < 0 ? value.setScale(0, RoundingMode.HALF_UP) : short4;
    }
}
