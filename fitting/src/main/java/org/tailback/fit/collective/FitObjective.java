package org.tailback.fit.collective;

import java.util.Arrays;
import org.hipparchus.stat.descriptive.rank.Median;

/**
 * The sum that {@link RobustLeastSquares} minimises:
 *
 * <pre>
 * 1/s (sum over i of h(log(p_i / y_i)) + order(p)) + {@value #PRIOR}/2 sum over k of t_k^2
 * h(r) = r^2 / 2b if |r| &lt; b, |r| - b/2 else
 * </pre>
 *
 * @param measured y, seconds
 * @param order the pairs of measurements of order(p)
 * @param leftOut true for measurements that are ignored
 * @param bend b
 * @param scale s
 */
record FitObjective(double[] measured, AlgorithmOrder order, boolean[] leftOut, double bend, double scale) {
    /** Weight of the prior: the inverse square of its standard deviation, {@value #KNOWN_BEFORE}. */
    static final double PRIOR = 2;
    /** Standard deviation of a factor's logarithm before the fit. */
    static final double KNOWN_BEFORE = 0.7;

    static final double FIRST_BEND = 0.1;
    static final double SMALLEST_BEND = 1e-3;
    /** Ratio of the standard deviation to the median absolute deviation of a normal distribution. */
    private static final double NORMAL = 1.4826;

    /** Returns the objective with the initial b and s. */
    static FitObjective of(double[] measured, AlgorithmOrder order) {
        return new FitObjective(measured, order, new boolean[measured.length], FIRST_BEND, FIRST_BEND);
    }

    FitObjective without(boolean[] others) {
        return new FitObjective(measured, order.without(others), others, bend, scale);
    }

    /** Returns the objective whose b and s follow from the errors of predictions with a number of fitted factors. */
    FitObjective ofErrors(double[] predicted, int factors) {
        double[] sizes = new double[measured.length];
        Arrays.setAll(sizes, i -> Math.abs(error(predicted, i)));
        double itsBend = Math.max(SMALLEST_BEND, Math.min(FIRST_BEND, NORMAL * new Median().evaluate(sizes)));
        double sum = 0;
        for (double size : sizes) {
            sum += size * size / Math.max(size, itsBend);
        }
        double freedom = Math.max(1, sizes.length - factors);
        return new FitObjective(measured, order, leftOut, itsBend, Math.max(SMALLEST_BEND, sum / freedom));
    }

    double sum(double[] predicted, double[] logarithms) {
        double sum = order.sum(predicted);
        for (int i = 0; i < predicted.length; i++) {
            double error = Math.abs(error(predicted, i));
            sum += leftOut[i] ? 0 : error < bend ? error * error / (2 * bend) : error - bend / 2;
        }
        double distance = 0;
        for (double logarithm : logarithms) {
            distance += logarithm * logarithm;
        }
        return sum / scale + PRIOR / 2 * distance;
    }

    /** Returns the logarithm of predicted over measured. */
    double error(double[] predicted, int i) {
        return Math.log(predicted[i] / measured[i]);
    }

    /** Returns the weight of the squared error of a measurement near a prediction. */
    double weight(double[] predicted, int i) {
        return leftOut[i] ? 0 : 1 / (scale * Math.max(Math.abs(error(predicted, i)), bend));
    }

    /** Returns the rate, > 0, at which a pair's term of the sum decreases with the logarithm of slower over faster. */
    double slope(AlgorithmOrder.Pair pair, double[] predicted) {
        double wrong = pair.wrong(predicted);
        return pair.lost() * wrong * (1 - wrong) / AlgorithmOrder.SOFT / scale;
    }
}
