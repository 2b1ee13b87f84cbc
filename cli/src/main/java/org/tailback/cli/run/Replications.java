package org.tailback.cli.run;

import umontreal.ssj.probdist.StudentDist;
import umontreal.ssj.stat.Tally;

/**
 * The spread of a quantity over runs with different seeds: mean, extremes, and the 95 % confidence interval of the mean
 * by Student's t distribution, mean ± t(n-1, 0.975) s / sqrt(n), which is valid for independent runs whose means are about
 * normal.
 *
 * @param count how many runs, >= 1
 * @param mean their mean
 * @param low lower end of the interval; the mean itself for a single run
 * @param high upper end of the interval; the mean itself for a single run
 * @param minimum the smallest
 * @param maximum the largest
 */
public record Replications(int count, double mean, double low, double high, double minimum, double maximum) {
    private static final double UPPER_QUANTILE = 0.975;

    /**
     * Summarises the values of some runs.
     *
     * @param values one for each run, at least one, finite
     */
    public static Replications of(double... values) {
        Tally tally = new Tally("replications");
        for (double value : values) {
            tally.add(value);
        }
        double mean = tally.average();
        double radius = 0;
        if (values.length > 1 && tally.min() < tally.max()) {
            radius = StudentDist.inverseF(values.length - 1, UPPER_QUANTILE)
                    * Math.sqrt(tally.variance() / values.length);
        }
        if (tally.min() == tally.max()) {
            mean = tally.min();
        }
        return new Replications(values.length, mean, mean - radius, mean + radius, tally.min(), tally.max());
    }
}
