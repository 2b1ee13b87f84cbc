package org.tailback.fit.collective;

import java.util.Arrays;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.tailback.error.InputException;

/**
 * Factors of positive numbers that bring predictions near measurements, by Levenberg and Marquardt's damped
 * Gauss-Newton steps.
 *
 * <p>With the logarithms t of the factors, p(t) the predictions and y what was measured, the sum that is minimised is
 *
 * <pre>
 * sum over i of h(log(p_i(t) / y_i)) + {@value #PRIOR} sum over k of t_k^2
 * h(r) = r^2 / 0.2 if |r| &lt; 0.1, |r| - 0.05 else
 * </pre>
 *
 * <p>h is Huber's loss: errors of more than 10 % count by their size and not by their square, so that single bad cells
 * do not decide. The second sum keeps numbers that the measurements say little about near the given ones. Derivatives
 * are differences of 2 %. Deterministic.
 */
final class RobustLeastSquares {
    /** What a factor of e costs, in the unit in which an error of 100 % costs about 1. */
    static final double PRIOR = 0.1;

    /**
     * Standard deviation of a factor's logarithm before the fit: that of the second sum, where errors are about 10 %.
     */
    static final double KNOWN_BEFORE = 0.7;

    private static final double BEND = 0.1;
    /**
     * What the mean weighted square of errors is at least, that of errors of 0.3 %: predictions have no more digits.
     */
    private static final double SMALLEST_SQUARE = 1e-4;

    private static final double STEP = 0.02;
    private static final double ENOUGH = 1e-3;
    private static final int TRIES = 6;

    private final double[] measured;
    private final Model model;

    /** Predictions for factors. */
    interface Model {
        /**
         * Predicts all measurements.
         *
         * @throws InputException if a factor leaves the domain of its number
         */
        double[] predict(double[] factors);
    }

    /**
     * Where the search ended.
     *
     * @param factors of the numbers, > 0
     * @param predicted by them
     * @param derivatives of the logarithm of each prediction, by the logarithm of each factor: [factor][prediction]
     */
    record Solution(double[] factors, double[] predicted, double[][] derivatives) {}

    RobustLeastSquares(double[] measured, Model model) {
        this.measured = measured;
        this.model = model;
    }

    /**
     * Minimises the sum. Cost: about {@code numbers + 2} predictions of everything per step.
     *
     * @param steps most steps, >= 1
     */
    Solution minimise(int numbers, int steps) {
        double[] factors = new double[numbers];
        Arrays.fill(factors, 1);
        double[] predicted = model.predict(factors);
        double[][] derivatives = derivatives(factors, predicted);
        double damping = 0.01;
        boolean improving = true;
        for (int step = 0; step < steps && improving; step++) {
            double before = loss(factors, predicted);
            improving = false;
            for (int i = 0; i < TRIES && !improving; i++) {
                double[] next = stepFrom(factors, predicted, derivatives, damping, new boolean[measured.length]);
                double[] nextPredicted = predictedOrNothing(next);
                improving = nextPredicted.length > 0 && loss(next, nextPredicted) < before;
                if (improving) {
                    factors = next;
                    predicted = nextPredicted;
                }
                damping *= improving ? 0.2 : 8;
            }
            if (improving) {
                improving = before - loss(factors, predicted) > ENOUGH * before;
                derivatives = derivatives(factors, predicted);
            }
        }
        return new Solution(factors, predicted, derivatives);
    }

    /** Returns the factors after one undamped step from a solution, as if some measurements did not exist. */
    double[] without(Solution solution, boolean[] leftOut) {
        return stepFrom(solution.factors(), solution.predicted(), solution.derivatives(), 0, leftOut);
    }

    /**
     * Returns the covariance of the logarithms of the factors, shape [factor][factor]: the inverse of the sum of the
     * weighted normal matrix over the mean weighted square of the errors, and of what was known before, {@value
     * #KNOWN_BEFORE}^-2 on the diagonal.
     */
    double[][] covariance(Solution solution) {
        double[] errors = errors(solution.predicted());
        double[] weights = weights(errors, new boolean[errors.length]);
        double sum = SMALLEST_SQUARE * errors.length;
        for (int i = 0; i < errors.length; i++) {
            sum += weights[i] * errors[i] * errors[i];
        }
        double scale = sum / Math.max(1, errors.length - solution.factors().length);
        for (int i = 0; i < weights.length; i++) {
            weights[i] /= scale;
        }
        double known = 1 / (KNOWN_BEFORE * KNOWN_BEFORE);
        return decomposed(solution.derivatives(), weights, known, 0)
                .getSolver()
                .getInverse()
                .getData();
    }

    private double[] predictedOrNothing(double[] factors) {
        try {
            return model.predict(factors);
        } catch (InputException | IllegalArgumentException e) {
            // a factor left the domain of its number: the step was too long
            return new double[0];
        }
    }

    private double[][] derivatives(double[] factors, double[] predicted) {
        double[][] derivatives = new double[factors.length][];
        for (int k = 0; k < factors.length; k++) {
            double[] moved = factors.clone();
            moved[k] *= 1 + STEP;
            double[] there = model.predict(moved);
            for (int i = 0; i < there.length; i++) {
                there[i] = Math.log(there[i] / predicted[i]) / Math.log1p(STEP);
            }
            derivatives[k] = there;
        }
        return derivatives;
    }

    private double[] stepFrom(
            double[] factors, double[] predicted, double[][] derivatives, double damping, boolean[] leftOut) {
        double[] errors = errors(predicted);
        double[] weights = weights(errors, leftOut);
        double[] right = new double[factors.length];
        for (int k = 0; k < right.length; k++) {
            for (int i = 0; i < errors.length; i++) {
                right[k] -= weights[i] * derivatives[k][i] * errors[i];
            }
            right[k] -= 2 * PRIOR * Math.log(factors[k]);
        }
        double[] step = decomposed(derivatives, weights, 2 * PRIOR, damping)
                .getSolver()
                .solve(new ArrayRealVector(right, false))
                .toArray();
        double[] next = factors.clone();
        for (int k = 0; k < next.length; k++) {
            next[k] *= Math.exp(Math.max(-1, Math.min(1, step[k])));
        }
        return next;
    }

    private static CholeskyDecomposition decomposed(
            double[][] derivatives, double[] weights, double known, double damping) {
        int numbers = derivatives.length;
        RealMatrix normal = new Array2DRowRealMatrix(numbers, numbers);
        for (int k = 0; k < numbers; k++) {
            for (int l = 0; l <= k; l++) {
                double sum = 0;
                for (int i = 0; i < weights.length; i++) {
                    sum += weights[i] * derivatives[k][i] * derivatives[l][i];
                }
                sum += k == l ? known + damping * (sum + 1e-3 * weights.length) : 0;
                normal.setEntry(k, l, sum);
                normal.setEntry(l, k, sum);
            }
        }
        return new CholeskyDecomposition(normal, 1e-12, 1e-14);
    }

    private double[] errors(double[] predicted) {
        double[] errors = new double[predicted.length];
        for (int i = 0; i < errors.length; i++) {
            errors[i] = Math.log(predicted[i] / measured[i]);
        }
        return errors;
    }

    private static double[] weights(double[] errors, boolean[] leftOut) {
        double[] weights = new double[errors.length];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = leftOut[i] ? 0 : 1 / Math.max(Math.abs(errors[i]), BEND);
        }
        return weights;
    }

    private double loss(double[] factors, double[] predicted) {
        double sum = 0;
        for (double error : errors(predicted)) {
            double size = Math.abs(error);
            sum += size < BEND ? error * error / (2 * BEND) : size - BEND / 2;
        }
        for (double factor : factors) {
            sum += PRIOR * Math.log(factor) * Math.log(factor);
        }
        return sum;
    }
}
