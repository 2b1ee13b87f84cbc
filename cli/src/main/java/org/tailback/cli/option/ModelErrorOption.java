package org.tailback.cli.option;

import org.jspecify.annotations.Nullable;
import org.tailback.platform.Interval;
import org.tailback.units.Percent;

/** Option for the error of predicted times, for platforms whose error is unknown. */
public final class ModelErrorOption extends Options {
    private final Given<@Nullable String> share = text("--model-error", "SHARE");

    /** Returns the relative error of the ratio of two times, >= 0; NaN to use the platform's error. */
    public double value() {
        return share.value() == null ? Double.NaN : Percent.parse("--model-error", share.value());
    }

    /**
     * Returns the interval of a time.
     *
     * @param error relative error, as returned by {@link #value}
     * @param own interval from the platform's error, which is returned if the user gives no error
     */
    public static @Nullable Interval interval(double seconds, double error, @Nullable Interval own) {
        return Double.isNaN(error) ? own : new Interval(seconds / (1 + error), seconds * (1 + error), Double.NaN);
    }
}
