package org.tailback.units;

import java.math.BigDecimal;

/** Conversion of whole nanoseconds, the unit of schedules, to seconds. */
public final class Nanoseconds {
    private static final long EXACT_IN_DOUBLE = 1L << 53;
    private static final double PER_SECOND = 1e9;

    private Nanoseconds() {}

    /**
     * Returns the double nearest to n * 1e-9.
     *
     * @param nanoseconds n, an unsigned 64-bit number
     */
    public static double toSeconds(long nanoseconds) {
        if (nanoseconds >= 0 && nanoseconds <= EXACT_IN_DOUBLE) {
            // both operands are exact, so that only the division rounds
            return nanoseconds / PER_SECOND;
        }
        return Double.parseDouble(new BigDecimal(Long.toUnsignedString(nanoseconds))
                .movePointLeft(9)
                .toString());
    }
}
