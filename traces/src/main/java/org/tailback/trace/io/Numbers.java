package org.tailback.trace.io;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/** Parser of decimal numbers in bytes, usually without an allocation. */
public final class Numbers {
    /** Result of {@link #integer} for text that is not an integer of up to 18 digits. */
    public static final long MALFORMED = Long.MIN_VALUE;

    private static final double[] POWERS_OF_TEN = IntStream.rangeClosed(0, 22)
            .mapToDouble(i -> Double.parseDouble("1e" + i))
            .toArray();

    private Numbers() {}

    /** Returns the integer in a range of bytes, with an optional sign and up to 18 digits, or {@link #MALFORMED}. */
    public static long integer(byte[] bytes, int from, int to) {
        int i = from;
        boolean negative = i < to && bytes[i] == '-';
        if (i < to && (negative || bytes[i] == '+')) {
            i++;
        }
        if (i == to || to - i > 18) {
            return MALFORMED;
        }
        long value = 0;
        for (; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return MALFORMED;
            }
            value = 10 * value + digit;
        }
        return negative ? -value : value;
    }

    /**
     * Returns the number in a range of bytes, as {@code [sign] digits [. digits] [e [sign] digits]}, correctly rounded;
     * infinite if it is too large; NaN if it is malformed.
     */
    public static double decimal(byte[] bytes, int from, int to) {
        int i = from;
        boolean negative = i < to && bytes[i] == '-';
        if (i < to && (negative || bytes[i] == '+')) {
            i++;
        }
        long mantissa = 0;
        int digits = 0;
        int significant = 0;
        int exponent = 0;
        boolean fraction = false;
        for (; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit >= 0 && digit <= 9) {
                digits++;
                if (significant < 18) {
                    mantissa = 10 * mantissa + digit;
                }
                if (mantissa != 0) {
                    significant++;
                }
                if (fraction) {
                    exponent--;
                }
            } else if (bytes[i] == '.' && !fraction) {
                fraction = true;
            } else {
                break;
            }
        }
        if (digits == 0) {
            return Double.NaN;
        }
        if (i < to) {
            if ((bytes[i] | 0x20) != 'e') {
                return Double.NaN;
            }
            long written = integer(bytes, i + 1, to);
            if (written == MALFORMED) {
                return Double.NaN;
            }
            exponent += (int) Math.max(-100_000, Math.min(100_000, written));
        }
        // both factors are exact doubles, so the single operation rounds correctly (Clinger 1990)
        if (significant <= 18 && mantissa <= 1L << 53 && Math.abs(exponent) <= 22) {
            double value = exponent < 0 ? mantissa / POWERS_OF_TEN[-exponent] : mantissa * POWERS_OF_TEN[exponent];
            return negative ? -value : value;
        }
        return Double.parseDouble(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
    }

    /** Returns bytes as text for a message: at most 40 characters, with unprintable bytes as {@code \xNN}. */
    public static String printable(byte[] bytes, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < Math.min(to, from + 40); i++) {
            int b = bytes[i] & 0xff;
            if (b >= 0x20 && b < 0x7f) {
                text.append((char) b);
            } else {
                text.append(String.format("\\x%02x", b));
            }
        }
        return to - from > 40 ? text + "…" : text.toString();
    }
}
