package org.tailback.units;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Writes quantities for people: four significant digits and a fitting unit, {@code 12.34 us}, {@code 64 KiB},
 * {@code 72.5 MB/s}. Files and JSON use plain numbers instead, which lose nothing. What is written here can be read by
 * {@link Quantity}, unless the value is negative or not finite.
 */
public final class Readable {
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);
    private static final String[] SECONDS = {"ns", "us", "ms", "s"};
    private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB", "PB"};
    private static final String[] BINARY_BYTES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final String[] FLOPS = {"flop/s", "kflop/s", "Mflop/s", "Gflop/s", "Tflop/s", "Pflop/s"};

    private Readable() {}

    /** A time, from {@code ns} to {@code s}. */
    public static String seconds(double seconds) {
        if (seconds == 0) {
            return "0 s";
        }
        return Double.isFinite(seconds)
                ? scaled(new BigDecimal(seconds).movePointRight(9), 1000, SECONDS)
                : seconds + " s";
    }

    /** A size: whole multiples of 1024 bytes in KiB, MiB and so on, all others in kB, MB and so on. */
    public static String bytes(double bytes) {
        if (!Double.isFinite(bytes)) {
            return bytes + " B";
        }
        boolean binary = bytes != 0 && bytes % 1024 == 0;
        return scaled(new BigDecimal(bytes), binary ? 1024 : 1000, binary ? BINARY_BYTES : BYTES);
    }

    /** A bandwidth in bytes per second. */
    public static String rate(double bytesPerSecond) {
        return Double.isFinite(bytesPerSecond)
                ? scaled(new BigDecimal(bytesPerSecond), 1000, BYTES) + "/s"
                : bytesPerSecond + " B/s";
    }

    /** A computing speed in flop/s. */
    public static String speed(double flopsPerSecond) {
        return Double.isFinite(flopsPerSecond)
                ? scaled(new BigDecimal(flopsPerSecond), 1000, FLOPS)
                : flopsPerSecond + " flop/s";
    }

    /** Divides by the base until the rounded value is below it or the units end. */
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

    /** Four significant digits, but no digit before the point is ever replaced by zero. */
    private static BigDecimal rounded(BigDecimal value) {
        BigDecimal short4 = value.round(DIGITS);
        return short4.scale() < 0 ? value.setScale(0, RoundingMode.HALF_EVEN) : short4;
    }
}
