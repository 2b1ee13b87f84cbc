package org.tailback.fit.tree;

import com.google.common.base.Preconditions;
import java.util.Arrays;

/**
 * eps_S of PlogPT: the difference of two heights from which a switch lies between them, from measured b(h) and d(h).
 *
 * <p>Equation (5) of Nomura, Matsuba and Ishikawa compares, for every two heights,
 *
 * <pre>  q(h, h') = (ln(2^(h'-h) b(h) / b(h')))^2 + (ln(d(h) / d(h')))^2 &gt; eps_S</pre>
 *
 * with a threshold whose choice it leaves open. Heights inside one switch differ by noise only, others by their
 * hardware: sorted by size, the q have a gap between the two kinds. The widest gap in ln q is taken; every threshold in
 * it finds the same switches, and its geometric middle is suggested. The effect of noise alone, 5.99 (the 95 %
 * quantile of chi-square with two degrees of freedom) times the variance of the logarithms, bounds it from below.
 *
 * <p><b>Worked example</b> ({@code SwitchToleranceTest}): Table II (bidirectional): the gap reaches from 1.97e-4
 * (heights 2 and 3) to 2.957e-2 (3 and 5), and the suggestion is 0.0024.
 *
 * @param suggestion the threshold to use
 * @param low the lower end of the gap; 0 if all heights differ
 * @param high the upper end, infinite if no two heights differ beyond noise
 */
public record SwitchTolerance(double suggestion, double low, double high) {
    private static final double CHI_SQUARE = 5.991;
    /** Differences beyond this factor are never noise: exp(0.05), 5 %. */
    private static final double CERTAIN = 0.05 * 0.05;

    /**
     * Returns the threshold for a tree. O(heights squared).
     *
     * @param bandwidth b(h) from h = 1, > 0
     * @param bufferDelay d(h), > 0; or empty if unknown
     * @param logVariance largest variance of ln b and ln d between repetitions of the measurement, >= 0
     */
    public static SwitchTolerance of(double[] bandwidth, double[] bufferDelay, double logVariance) {
        Preconditions.checkArgument(bandwidth.length > 0, "no heights");
        int heights = bandwidth.length;
        double[] differences = new double[heights * (heights - 1) / 2];
        int count = 0;
        for (int h = 0; h < heights; h++) {
            for (int other = h + 1; other < heights; other++) {
                differences[count++] = difference(
                        Math.scalb(bandwidth[h], other - h) / bandwidth[other],
                        bufferDelay.length == 0 ? 1 : bufferDelay[h] / bufferDelay[other]);
            }
        }
        Arrays.sort(differences);
        double noise = 2 * CHI_SQUARE * logVariance;
        // the smallest difference that is certain, or the largest jump before one
        int split = count;
        double widest = 0;
        for (int i = 0; i < count; i++) {
            double below = Math.max(i == 0 ? 0 : differences[i - 1], Math.max(noise, 1e-9));
            double jump = Math.log(differences[i] / below);
            if (differences[i] > Math.max(noise, CERTAIN) && jump > widest && below < CERTAIN) {
                widest = jump;
                split = i;
            }
        }
        double low = Math.max(split == 0 ? 0 : differences[split - 1], noise);
        double high = split == count ? Double.POSITIVE_INFINITY : differences[split];
        double suggestion = split == count
                ? Math.max(2 * low, CERTAIN)
                : Math.sqrt(Math.max(low, Math.min(high, CERTAIN) / 100) * high);
        return new SwitchTolerance(suggestion, low, high);
    }

    /** Returns the left side of equation (5) from 2^(h'-h) b(h) / b(h') and d(h) / d(h'), or from their inverses. */
    static double difference(double bandwidths, double delays) {
        double b = Math.log(bandwidths);
        double d = Math.log(delays);
        return b * b + d * d;
    }
}
