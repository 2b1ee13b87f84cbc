package org.tailback.fit.statistics;

import java.util.Arrays;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.stat.descriptive.rank.Median;
import org.tailback.output.Valued;

/**
 * A fitted number with its uncertainty, in the unit of the number.
 *
 * @param value the estimate
 * @param standardError standard error of the estimate; NaN if it cannot be determined
 * @param low lower end of the 95 % confidence interval; NaN if it cannot be determined
 * @param high upper end of the interval; NaN if it cannot be determined
 */
public record Estimate(double value, double standardError, double low, double high) implements Valued {
    /** Confidence of the intervals of all fits. */
    public static final double CONFIDENCE = 0.95;

    /** Returns an estimate with a standard error that has a number of degrees of freedom. */
    public static Estimate of(double value, double standardError, int degreesOfFreedom) {
        double half = LineFit.studentQuantile(degreesOfFreedom, CONFIDENCE) * standardError;
        return new Estimate(value, standardError, value - half, value + half);
    }

    /** Returns a number whose uncertainty cannot be determined. */
    public static Estimate withoutError(double value) {
        return new Estimate(value, Double.NaN, Double.NaN, Double.NaN);
    }

    /** Returns the value of a line at an abscissa. */
    public static Estimate at(LineFit line, double x) {
        return of(line.at(x), line.errorAt(x), line.points() - 2);
    }

    /** Returns the slope of a line. */
    public static Estimate slope(LineFit line) {
        return of(line.slope(), line.slopeError(), line.points() - 2);
    }

    /** Returns the mean of at least one number. */
    public static Estimate mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        int degrees = values.length - 1;
        double error = degrees > 0 ? Math.sqrt(squares / degrees / values.length) : Double.NaN;
        return of(mean, error, degrees);
    }

    /**
     * Returns the median with its distribution-free 95 % confidence interval (order statistics, binomial with p = 1/2).
     * The ends are infinite for fewer than six numbers, because then no pair of numbers covers the median with this
     * probability.
     */
    public static Estimate median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int count = sorted.length;
        BinomialDistribution binomial = new BinomialDistribution(count, 0.5);
        // greatest rank r (from 1) with P(X < r) <= 2.5 %
        int rank = binomial.inverseCumulativeProbability((1 - CONFIDENCE) / 2);
        double low = rank == 0 ? Double.NEGATIVE_INFINITY : sorted[rank - 1];
        double high = rank == 0 ? Double.POSITIVE_INFINITY : sorted[count - rank];
        return new Estimate(new Median().evaluate(sorted), Double.NaN, low, high);
    }

    /** Ends of an interval. */
    public record Interval(double low, double high) {}

    /** Returns the 95 % confidence interval. */
    public Interval interval() {
        return new Interval(low, high);
    }

    /** Returns half the width of the interval relative to the value; infinite or NaN if unknown. */
    public double relativeHalfWidth() {
        return (high - low) / 2 / Math.abs(value);
    }
}
