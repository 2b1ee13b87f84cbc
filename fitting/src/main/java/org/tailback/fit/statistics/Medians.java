package org.tailback.fit.statistics;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import org.hipparchus.distribution.discrete.BinomialDistribution;

/** Medians and what belongs to them. */
public final class Medians {
    private Medians() {}

    /** The median of at least one number: the middle one, or the mean of the two in the middle. O(k log k). */
    public static double median(double... values) {
        Preconditions.checkArgument(values.length > 0, "no numbers");
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /**
     * The median with its distribution-free 95 % confidence interval (order statistics, binomial with p = 1/2); the
     * ends are infinite for fewer than six numbers, of which no pair covers the median with that probability.
     */
    public static Estimate withInterval(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int count = sorted.length;
        BinomialDistribution binomial = new BinomialDistribution(count, 0.5);
        // greatest rank r (from 1) with P(X < r) <= 2.5 %
        int rank = 0;
        while (rank < count && binomial.cumulativeProbability(rank) <= (1 - Estimate.CONFIDENCE) / 2) {
            rank++;
        }
        double low = rank == 0 ? Double.NEGATIVE_INFINITY : sorted[rank - 1];
        double high = rank == 0 ? Double.POSITIVE_INFINITY : sorted[count - rank];
        return new Estimate(median(sorted), Double.NaN, low, high);
    }
}
