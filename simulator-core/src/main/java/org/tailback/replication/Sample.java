package org.tailback.replication;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;
import java.util.Objects;
import org.tailback.output.Fields;
import umontreal.ssj.stat.Tally;

/**
 * Sample of a quantity over runs with different seeds: mean, extremes, quantiles, and the 95 % confidence interval of
 * the mean by Student's t distribution, mean ± t(n-1, 0.975) s / sqrt(n). The interval is valid for independent runs
 * whose means are approximately normal.
 */
@Fields("count mean low high minimum maximum")
public final class Sample {
    /** Sample of a quantity that could not be computed: no runs, and NaN for all values. */
    public static final Sample NONE = new Sample(new double[0], Double.NaN, Double.NaN);

    private static final double CONFIDENCE = 0.95;

    private final double[] sorted;
    private final double mean;
    private final double radius;

    private Sample(double[] sorted, double mean, double radius) {
        this.sorted = sorted;
        this.mean = mean;
        this.radius = radius;
    }

    /**
     * Returns the sample of the values of several runs.
     *
     * @param values one value per run, at least one, finite
     * @throws IllegalArgumentException if there is no value or a value is not finite
     */
    public static Sample of(double... values) {
        checkArgument(Objects.requireNonNull(values, "values").length > 0, "a sample needs at least one value");
        Tally tally = new Tally("sample");
        for (double value : values) {
            checkArgument(Double.isFinite(value), "a sample's values are finite, not %s", value);
            tally.add(value);
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        if (tally.min() == tally.max()) {
            return new Sample(sorted, tally.min(), 0);
        }
        double[] centreAndRadius = new double[2];
        tally.confidenceIntervalStudent(CONFIDENCE, centreAndRadius);
        return new Sample(sorted, centreAndRadius[0], centreAndRadius[1]);
    }

    /** Returns the number of runs; 0 for {@link #NONE}. */
    public int count() {
        return sorted.length;
    }

    /** Returns the mean of all runs. */
    public double mean() {
        return mean;
    }

    /** Returns the lower end of the mean's interval; the mean itself if all runs are equal or there is only one run. */
    public double low() {
        return mean - radius;
    }

    /** Returns the upper end of the mean's interval; the mean itself if all runs are equal or there is only one run. */
    public double high() {
        return mean + radius;
    }

    /** Returns the smallest value. */
    public double minimum() {
        return sorted.length == 0 ? Double.NaN : sorted[0];
    }

    /** Returns the largest value. */
    public double maximum() {
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length - 1];
    }

    /**
     * Returns the quantile of a share of all runs, interpolated linearly between neighbouring values (Hyndman and Fan
     * 1996, type 7).
     *
     * @param share 0 to 1
     */
    public double quantile(double share) {
        checkArgument(share >= 0 && share <= 1, "a share must be 0 to 1: %s", share);
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double place = share * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /** Returns half the width of the mean's interval divided by the mean; 0 if all runs are equal. */
    public double relativeRadius() {
        return radius == 0 ? 0 : radius / Math.abs(mean);
    }

    @Override
    public String toString() {
        return mean + ", 95 % interval " + low() + " to " + high() + ", " + count() + " runs";
    }
}
