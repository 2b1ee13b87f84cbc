package org.tailback.model.sharing.myrinet;

/**
 * The two-sided 95 % quantile of Student's t distribution. With t = sqrt(n) tan(theta), the probability of |T| &lt; t
 * is a finite sum of powers of cos(theta) [1, 26.7.3 and 26.7.4]; the quantile is found by bisection of theta. O(n).
 *
 * <p>[1] M. Abramowitz, I. Stegun: Handbook of Mathematical Functions, 1964.
 */
final class StudentQuantile {
    private StudentQuantile() {}

    /** Returns t with P(|T| &lt; t) = 0.95 for n degrees of freedom, >= 1. */
    static double of(int n) {
        double low = 0;
        double high = Math.PI / 2;
        while (high - low > 1e-15) {
            double middle = (low + high) / 2;
            if (probability(n, middle) < 0.95) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.sqrt(n) * Math.tan(low);
    }

    private static double probability(int n, double theta) {
        double cosine = Math.cos(theta);
        boolean odd = n % 2 == 1;
        double term = odd ? cosine : 1;
        double sum = n == 1 ? 0 : term;
        for (int k = odd ? 3 : 2; k < n; k += 2) {
            term *= cosine * cosine * (k - 1) / k;
            sum += term;
        }
        return odd ? 2 / Math.PI * (theta + Math.sin(theta) * sum) : Math.sin(theta) * sum;
    }
}
