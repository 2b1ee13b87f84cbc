package org.tailback.fit.tree;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The threshold eps_S of PlogPT from measured b(h) and d(h). If two heights differ by more than this threshold, there
 * is a switch between them.
 *
 * <p>Equation (5) of Nomura, Matsuba and Ishikawa compares, for every two heights,
 *
 * <pre>  q(h, h') = (ln(2^(h'-h) b(h) / b(h')))^2 + (ln(d(h) / d(h')))^2 &gt; eps_S</pre>
 *
 * with a threshold that the paper does not specify. Heights inside one switch differ only by noise; other heights
 * differ by their hardware. In ascending order, the values q have a gap between the two kinds. The widest gap in ln q
 * is used. Every threshold in this gap separates the same switches; the suggestion is the geometric mean of its ends.
 * The effect of noise alone is a lower bound: 5.99 (the 95 % quantile of chi-square with two degrees of freedom) times
 * the variance of the logarithms.
 *
 * <p><b>Worked example</b> ({@code SwitchToleranceTest}): in Table II (bidirectional), the gap extends from 1.97e-4
 * (heights 2 and 3) to 2.957e-2 (heights 3 and 5), and the suggestion is 0.0024.
 *
 * @param suggestion the threshold to use
 * @param low the lower end of the gap; 0 if all heights differ
 * @param high the upper end of the gap; infinite if no two heights differ beyond noise
 */
public record SwitchTolerance(double suggestion, double low, double high) {
    private static final double CHI_SQUARE = 5.991;
    /** Square of the logarithm of the factor above which differences are never noise: exp(0.05), or 5 %. */
    private static final double CERTAIN = 0.05 * 0.05;

    /**
     * Returns the threshold for a tree. The cost is O(heights squared).
     *
     * @param heights from 1
     * @param logVariance largest variance of ln b and ln d between repetitions of the measurement, >= 0
     */
    static SwitchTolerance of(List<TreeParameters.Height> heights, double logVariance) {
        boolean withDelays = TreeParameters.knowsDelays(heights);
        double[] differences = IntStream.range(0, heights.size())
                .boxed()
                .flatMapToDouble(h -> IntStream.range(h + 1, heights.size())
                        .mapToDouble(other -> heights.get(h).difference(heights.get(other), other - h, withDelays)))
                .sorted()
                .toArray();
        int count = differences.length;
        double noise = 2 * CHI_SQUARE * logVariance;
        // the split is at the first difference that cannot be noise, or at the widest gap before it
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
}
