package org.tailback.cli.render;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import org.tailback.platform.Interval;
import org.tailback.units.Readable;

/** Common phrases of human-readable texts. */
public final class Words {
    private Words() {}

    /** Returns a number and its noun: {@code 1 message}, {@code 3 messages}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /**
     * Returns a share in percent: {@code 26 %}, {@code 0.3 %}, {@code under 0.1 %}; {@code unknown} if not finite.
     */
    public static String percent(double share) {
        if (!Double.isFinite(share)) {
            return "unknown";
        }
        double percent = 100 * share;
        if (Math.abs(percent) < 0.05) {
            return percent > 0 ? "under 0.1 %" : "0 %";
        }
        int decimals = Math.abs(percent) >= 9.95 ? 0 : 1;
        return BigDecimal.valueOf(percent)
                        .setScale(decimals, RoundingMode.HALF_UP)
                        .toPlainString()
                + " %";
    }

    /** Returns a difference in percent with its sign: {@code +26 %}, {@code -0.3 %}, {@code 0 %}. */
    public static String signedPercent(double share) {
        return Math.abs(100 * share) < 0.05 ? "0 %" : (share > 0 ? "+" : "") + percent(share);
    }

    /** Returns the text of an interval after a time: {@code (1.1 s to 1.35 s, 90 %)}; empty without an interval. */
    public static String interval(@Nullable Interval interval) {
        return interval == null
                ? ""
                : " (" + Readable.seconds(interval.low()) + " to " + Readable.seconds(interval.high()) + ", "
                        + percent(interval.coverage()) + ")";
    }

    /** Returns a ratio with four significant digits, such as a penalty: {@code 1}, {@code 2.25}, {@code 3.333}. */
    public static String ratio(double value) {
        return Double.isFinite(value) ? Readable.number(value, 4) : "-";
    }
}
