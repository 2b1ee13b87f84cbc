package org.tailback.fit.collective;

import java.util.Arrays;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealMatrix;

/**
 * Predictions near a point t of the search, without replays, and where the sum of {@link RobustLeastSquares}
 * is least with them.
 *
 * <p>A predicted time is a sum of times along a chain of messages. A factor stretches its part of the sum, or shortens
 * it where the number is a bandwidth. With the logarithmic derivatives d at t,
 *
 * <pre>
 * p_i(u) = p_i(t) (1 + sum over k of |d_ki| (exp(sign(d_ki) (u_k - t_k)) - 1))
 * </pre>
 *
 * <p>which is exact as long as the chain stays the same. So a latency and an overhead of which only the sum is known
 * trade against each other as they do in replays, however far.
 */
final class NearbyPredictions {
    private static final int STEPS = 40;
    private static final double FARTHEST = 1.5;
    private static final double LEAST_SHARE = 1e-3;

    private final double[] measured;
    private final RobustLeastSquares.Solution solution;
    private final RobustLeastSquares.Noise noise;
    private final boolean[] leftOut;
    private final AlgorithmOrder order;

    /** @param order of measurements that are not left out */
    NearbyPredictions(
            double[] measured,
            RobustLeastSquares.Solution solution,
            RobustLeastSquares.Noise noise,
            boolean[] leftOut,
            AlgorithmOrder order) {
        this.order = order;
        this.measured = measured;
        this.solution = solution;
        this.noise = noise;
        this.leftOut = leftOut;
    }

    record Place(double[] logarithms, double sum) {}

    /**
     * Returns where the sum is least, with Gauss and Newton's steps.
     *
     * @param start logarithms of the factors
     * @param fixed a number that stays as in {@code start}, or -1
     * @param damping how much the distance from the solution counts, >= 0, by Levenberg and Marquardt
     */
    Place least(double[] start, int fixed, double damping) {
        double[] weightOfDistance = new double[start.length];
        if (damping > 0) {
            double[][] here = normal(solution.logarithms(), solution.derivatives(), solution.predicted());
            for (int k = 0; k < start.length; k++) {
                weightOfDistance[k] = damping * (here[k][k] + 1e-3 * measured.length / noise.scale());
            }
        }
        double[] logarithms = start.clone();
        double sum = sum(logarithms, weightOfDistance);
        for (int i = 0; i < STEPS; i++) {
            double[] step = step(logarithms, fixed, weightOfDistance);
            double length = 1;
            double[] next = moved(logarithms, step, length);
            double there = sum(next, weightOfDistance);
            while (!(there < sum) && length > 1e-3) {
                length /= 2;
                next = moved(logarithms, step, length);
                there = sum(next, weightOfDistance);
            }
            if (!(there < sum)) {
                break;
            }
            boolean enough = sum - there < 1e-9 * (1 + sum);
            logarithms = next;
            sum = there;
            if (enough) {
                break;
            }
        }
        return new Place(logarithms, sum);
    }

    /** Returns the inverse of the sum's second derivatives at the solution, shape [number][number]. */
    double[][] covariance() {
        double[][] normal = normal(solution.logarithms(), solution.derivatives(), solution.predicted());
        for (int k = 0; k < normal.length; k++) {
            normal[k][k] += RobustLeastSquares.PRIOR;
        }
        return decomposed(normal).getSolver().getInverse().getData();
    }

    private double[] step(double[] logarithms, int fixed, double[] weightOfDistance) {
        double[] predicted = predicted(logarithms);
        double[][] derivatives = derivatives(logarithms, predicted);
        double[][] normal = normal(logarithms, derivatives, predicted);
        double[] right = new double[logarithms.length];
        for (int k = 0; k < right.length; k++) {
            for (int i = 0; i < predicted.length; i++) {
                right[k] -= weight(predicted, i) * derivatives[k][i] * error(predicted, i);
            }
            for (AlgorithmOrder.Pair pair : order.pairs()) {
                right[k] += slope(pair, predicted) * (derivatives[k][pair.slower()] - derivatives[k][pair.faster()]);
            }
            right[k] -= RobustLeastSquares.PRIOR * logarithms[k]
                    + weightOfDistance[k] * (logarithms[k] - solution.logarithms()[k]);
            normal[k][k] += RobustLeastSquares.PRIOR + weightOfDistance[k];
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
        double sum = RobustLeastSquares.sum(measured, predicted(logarithms), logarithms, noise, leftOut, order);
        for (int k = 0; k < logarithms.length; k++) {
            double distance = logarithms[k] - solution.logarithms()[k];
            sum += weightOfDistance[k] * distance * distance / 2;
        }
        return sum;
    }

    private double[] predicted(double[] logarithms) {
        double[] predicted = new double[measured.length];
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

    /** Returns the derivatives of the logarithms of nearby predictions at a place: [number][prediction]. */
    double[][] derivatives(double[] logarithms) {
        return derivatives(logarithms, predicted(logarithms));
    }

    private double[][] derivatives(double[] logarithms, double[] predicted) {
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

    private double[][] normal(double[] logarithms, double[][] derivatives, double[] predicted) {
        double[][] normal = new double[logarithms.length][logarithms.length];
        for (int i = 0; i < predicted.length; i++) {
            double weight = weight(predicted, i);
            for (int k = 0; weight > 0 && k < normal.length; k++) {
                for (int l = 0; l <= k; l++) {
                    normal[k][l] += weight * derivatives[k][i] * derivatives[l][i];
                    normal[l][k] = normal[k][l];
                }
            }
        }
        for (AlgorithmOrder.Pair pair : order.pairs()) {
            double weight = slope(pair, predicted) / AlgorithmOrder.SOFT;
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

    /** Returns the decrease of a pair's part of the sum with the logarithm of slower over faster; > 0. */
    private double slope(AlgorithmOrder.Pair pair, double[] predicted) {
        double wrong = pair.wrong(predicted);
        return pair.lost() * wrong * (1 - wrong) / AlgorithmOrder.SOFT / noise.scale();
    }

    private double weight(double[] predicted, int i) {
        return leftOut[i] ? 0 : 1 / (noise.scale() * Math.max(Math.abs(error(predicted, i)), noise.bend()));
    }

    private double error(double[] predicted, int i) {
        return Math.log(predicted[i] / measured[i]);
    }

    private static CholeskyDecomposition decomposed(double[][] normal) {
        RealMatrix matrix = new Array2DRowRealMatrix(normal, false);
        return new CholeskyDecomposition(matrix, 1e-12, 1e-14);
    }
}
