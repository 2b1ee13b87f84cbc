package org.tailback.platform;

import org.jspecify.annotations.Nullable;
import org.tailback.stability.Beta;

/**
 * Error of predicted times as the source of a platform's numbers states it: a bound, or a statistic that is quoted
 * only.
 *
 * <p><b>Worked example.</b> A paper states errors below 15 % of the measured times. A predicted time of 1 s then lies
 * between 1 / 1.15 = 0.870 s and 1 / 0.85 = 1.18 s when measured: a run of 1.4 s is slower beyond the error, one of
 * 1.3 s is not.
 *
 * @param below what all errors are stated to be below, relative to the measured time, above 0 and below 1; NaN if it is
 *     no bound
 * @param words the error and what it is an error of, such as {@code 83.2 % of the messages within 10 %}
 * @param source who states it, and where: {@code Zhu et al. 2012, Fig. 2}
 */
@Beta
public record StatedError(double below, String words, String source) {
    /** Returns whether it bounds the error of every prediction. */
    public boolean isBound() {
        return !Double.isNaN(below);
    }

    /** Returns where the measured time of a prediction in seconds lies; null if the error is no bound. */
    public @Nullable Interval interval(double seconds) {
        return isBound() ? new Interval(seconds / (1 + below), seconds / (1 - below), Double.NaN) : null;
    }

    /** Returns the relative error of the ratio of two predicted times, each with an error below the bound. */
    public double ofRatio() {
        return (1 + below) / (1 - below) - 1;
    }

    /** Returns the error and its source: {@code 83.2 % of the messages within 10 % (Zhu et al. 2012, Fig. 2)}. */
    public String text() {
        return words + " (" + source + ")";
    }
}
