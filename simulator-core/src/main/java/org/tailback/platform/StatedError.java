package org.tailback.platform;

import org.jspecify.annotations.Nullable;
import org.tailback.stability.Beta;

/**
 * Error of predicted times from a source other than the platform's own residuals: stated by the source of its numbers,
 * or measured for platforms of the same kind. It is either a bound or a statistic that is only quoted.
 *
 * <p><b>Worked example.</b> A paper states errors below 15 % of the measured times. For a predicted time of 1 s, the
 * measured time then lies between 1 / 1.15 = 0.870 s and 1 / 0.85 = 1.18 s. A run predicted to take 1.4 s is slower by
 * more than the error, but a run of 1.3 s is not.
 *
 * @param low lower bound of measured over predicted times, above 0 and at most 1; NaN if the error is not a bound
 * @param high upper bound of measured over predicted times, at least 1; NaN if the error is not a bound
 * @param ratio factor that the ratio of two times on one platform must exceed, >= 1; NaN if the error is not a bound
 * @param isCoarse whether the error was measured for other platforms of the same kind
 * @param words the error with its quantity, such as {@code 83.2 % of the messages within 10 %}
 * @param source source of the statement: {@code Zhu et al. 2012, Fig. 2}
 */
@Beta
public record StatedError(double low, double high, double ratio, boolean isCoarse, String words, String source) {
    /** Returns a statistic that is not a bound. */
    public static StatedError quoted(String words, String source) {
        return new StatedError(Double.NaN, Double.NaN, Double.NaN, false, words, source);
    }

    /**
     * Returns a bound of the errors of all predictions.
     *
     * @param error relative to the measured time, above 0 and below 1
     */
    public static StatedError below(double error, String words, String source) {
        return new StatedError(1 / (1 + error), 1 / (1 - error), (1 + error) / (1 - error), false, words, source);
    }

    /** Returns whether the error is a bound for every prediction. */
    public boolean isBound() {
        return !Double.isNaN(low);
    }

    /** Returns the error relative to the measured time, as passed to {@link #below}. */
    public double relative() {
        return 1 / low - 1;
    }

    /** Returns the interval of the measured time of a prediction in seconds; null if the error is not a bound. */
    public @Nullable Interval interval(double seconds) {
        return isBound() ? new Interval(low * seconds, high * seconds, Double.NaN) : null;
    }

    /**
     * Returns an interval around a predicted time that does not overlap with the interval of another predicted time on
     * the same platform if their ratio exceeds {@link #ratio}; null if the error is not a bound.
     */
    public @Nullable Interval intervalOfRatio(double seconds) {
        double half = Math.sqrt(ratio);
        return isBound() ? new Interval(seconds / half, seconds * half, Double.NaN) : null;
    }

    /** Returns the relative error of the ratio of two predicted times on one platform. */
    public double ofRatio() {
        return ratio - 1;
    }

    /**
     * Returns the error and its source as text: {@code 83.2 % of the messages within 10 % (Zhu et al. 2012, Fig. 2)}.
     */
    public String text() {
        return words + " (" + source + ")";
    }
}
