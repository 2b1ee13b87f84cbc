package org.tailback.fit.collective;

import java.util.Arrays;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealMatrix;

/**
 * Predictions near a solution t of the search, without replays, and the search for their smallest {@link FitObjective}.
 *
 * <p>A predicted time is a sum of times along a critical path. A factor multiplies its terms of the sum, or divides
 * them if the number is a bandwidth. With the logarithmic derivatives d at t,
 *
 * <pre>
 * p_i(u) = p_i(t) (1 + sum over k of |d_ki| (exp(sign(d_ki) (u_k - t_k)) - 1))
 * </pre>
 *
 * <p>which is exact as long as the critical path stays the same. If only the sum of a latency and an overhead is known,
 * one can therefore replace the other to any extent, as in replays.
 *
 * @param solution t with its predictions and derivatives
 */
record NearbyPredictions(RobustLeastSquares.Solution solution) {
    private static final int STEPS = 40;
    private static final double FARTHEST = 1.5;
    /** Lower bound of the tried fractions of a step, which are 1 to 2^-10. */
    private static final double SHORTEST = 5e-4;

    private static final double LEAST_SHARE = 1e-3;

    record Place(double[] logarithms, double sum) {}

    /**
     * Returns the point with the smallest sum, found by Gauss-Newton steps.
     *
     * @param start logarithms of the factors
     * @param fixed index of a number that stays as in {@code start}, or -1
     * @param damping weight of the distance from the solution, >= 0, as in the Levenberg-Marquardt method
     */
    Place least(double[] start, int fixed, double damping) {
        double[] weightOfDistance = new double[start.length];
        if (damping > 0) {
            double[][] here = normal(solution.derivatives(), solution.predicted());
            double least = 1e-3 * solution.predicted().length / objective().scale();
            Arrays.setAll(weightOfDistance, k -> damping * (here[k][k] + least));
        }
        double[] logarithms = start.clone();
        double sum = sum(logarithms, weightOfDistance);
        for (int i = 0; i < STEPS; i++) {
            double[] step = step(logarithms, fixed, weightOfDistance);
            double before = sum;
            for (double length = 1; !(sum < before) && length > SHORTEST; length /= 2) {
                double[] next = moved(logarithms, step, length);
                double there = sum(next, weightOfDistance);
                if (there < before) {
                    logarithms = next;
                    sum = there;
                }
            }
            if (before - sum < 1e-9 * (1 + before)) {
                break;
            }
        }
        return new Place(logarithms, sum);
    }

    private FitObjective objective() {
        return solution.objective();
    }

    /** Returns the inverse of the sum's second derivatives at the solution. */
    RealMatrix covariance() {
        double[][] normal = normal(solution.derivatives(), solution.predicted());
        for (int k = 0; k < normal.length; k++) {
            normal[k][k] += FitObjective.PRIOR;
        }
        return decomposed(normal).getSolver().getInverse();
    }

    private double[] step(double[] logarithms, int fixed, double[] weightOfDistance) {
        double[] predicted = predicted(logarithms);
        double[][] derivatives = derivatives(logarithms, predicted);
        double[][] normal = normal(derivatives, predicted);
        double[] right = new double[logarithms.length];
        for (int k = 0; k < right.length; k++) {
            for (int i = 0; i < predicted.length; i++) {
                right[k] -= objective().weight(predicted, i)
                        * derivatives[k][i]
                        * objective().error(predicted, i);
            }
            for (AlgorithmOrder.Pair pair : objective().order().pairs()) {
                right[k] += objective().slope(pair, predicted)
                        * (derivatives[k][pair.slower()] - derivatives[k][pair.faster()]);
            }
            right[k] -= FitObjective.PRIOR * logarithms[k]
                    + weightOfDistance[k] * (logarithms[k] - solution.logarithms()[k]);
            normal[k][k] += FitObjective.PRIOR + weightOfDistance[k];
        }
        if (fixed >= 0) {
            for (double[] row : normal) {
                row[fixed] = 0;
            }
            Arrays.fill(normal[fixed], 0);
            normal[fixed][fixed] = 1;
            right[fixed] = 0;
        }
        return decomposed(normal)
                .getSolver()
                .solve(new ArrayRealVector(right, false))
                .toArray();
    }

    private double[] moved(double[] logarithms, double[] step, double length) {
        double[] next = logarithms.clone();
        for (int k = 0; k < next.length; k++) {
            double from = solution.logarithms()[k];
            double bounded = Math.max(from - FARTHEST, Math.min(from + FARTHEST, next[k] + length * step[k]));
            next[k] = step[k] == 0 ? next[k] : bounded;
        }
        return next;
    }

    private double sum(double[] logarithms, double[] weightOfDistance) {
        double sum = objective().sum(predicted(logarithms), logarithms);
        for (int k = 0; k < logarithms.length; k++) {
            double distance = logarithms[k] - solution.logarithms()[k];
            sum += weightOfDistance[k] * distance * distance / 2;
        }
        return sum;
    }

    double[] predicted(double[] logarithms) {
        double[] predicted = new double[solution.predicted().length];
        Arrays.fill(predicted, 1);
        for (int k = 0; k < logarithms.length; k++) {
            double distance = logarithms[k] - solution.logarithms()[k];
            if (distance != 0) {
                double longer = Math.expm1(distance);
                double shorter = Math.expm1(-distance);
                for (int i = 0; i < predicted.length; i++) {
                    double derivative = solution.derivatives()[k][i];
                    predicted[i] += derivative > 0 ? derivative * longer : -derivative * shorter;
                }
            }
        }
        for (int i = 0; i < predicted.length; i++) {
            predicted[i] = solution.predicted()[i] * Math.max(LEAST_SHARE, predicted[i]);
        }
        return predicted;
    }

    /** Returns the derivatives of the logarithms of nearby predictions at a point: [number][prediction]. */
    double[][] derivatives(double[] logarithms, double[] predicted) {
        double[][] derivatives = new double[logarithms.length][predicted.length];
        for (int k = 0; k < logarithms.length; k++) {
            double longer = Math.exp(logarithms[k] - solution.logarithms()[k]);
            for (int i = 0; i < predicted.length; i++) {
                double derivative = solution.derivatives()[k][i];
                derivatives[k][i] =
                        derivative * (derivative > 0 ? longer : 1 / longer) * solution.predicted()[i] / predicted[i];
            }
        }
        return derivatives;
    }

    private double[][] normal(double[][] derivatives, double[] predicted) {
        double[][] normal = new double[derivatives.length][derivatives.length];
        for (int i = 0; i < predicted.length; i++) {
            double weight = objective().weight(predicted, i);
            for (int k = 0; weight > 0 && k < normal.length; k++) {
                for (int l = 0; l <= k; l++) {
                    normal[k][l] += weight * derivatives[k][i] * derivatives[l][i];
                    normal[l][k] = normal[k][l];
                }
            }
        }
        for (AlgorithmOrder.Pair pair : objective().order().pairs()) {
            double weight = objective().slope(pair, predicted) / AlgorithmOrder.SOFT;
            for (int k = 0; k < normal.length; k++) {
                double own = derivatives[k][pair.slower()] - derivatives[k][pair.faster()];
                for (int l = 0; own != 0 && l <= k; l++) {
                    normal[k][l] += weight * own * (derivatives[l][pair.slower()] - derivatives[l][pair.faster()]);
                    normal[l][k] = normal[k][l];
                }
            }
        }
        return normal;
    }

    private static CholeskyDecomposition decomposed(double[][] normal) {
        RealMatrix matrix = new Array2DRowRealMatrix(normal, false);
        return new CholeskyDecomposition(matrix, 1e-12, 1e-14);
    }
}
