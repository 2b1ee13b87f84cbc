package org.tailback.model.sharing.myrinet;

/**
 * Anderson mixing for a fixed point z = G(z): the next point is the combination of the last few points whose residuals
 * G(z) - z cancel best, by least squares.
 *
 * <p>Unlike damping, it is effective against slow drifts and growing oscillations, provided that they span few
 * directions.
 *
 * <p>Reference: D. G. Anderson: Iterative Procedures for Nonlinear Integral Equations, JACM 12 (1965), 547-560.
 */
final class AndersonMixing {
    private static final int DEPTH = 6;
    /** Ridge of the normal equations relative to their trace, which keeps them solvable. */
    private static final double REGULARIZATION = 1e-14;

    private static final double LONGEST_STEP = 1;

    private final int size;
    private final double[][] pointChanges;
    private final double[][] residualChanges;
    private final double[] previousPoint;
    private final double[] previousResidual;
    /** Scalar products of the residual changes. */
    private final double[][] products = new double[DEPTH][DEPTH];

    private final double[][] normal = new double[DEPTH][DEPTH + 1];
    private int steps;

    AndersonMixing(int size) {
        this.size = size;
        pointChanges = new double[DEPTH][size];
        residualChanges = new double[DEPTH][size];
        previousPoint = new double[size];
        previousResidual = new double[size];
    }

    /**
     * Moves the point, each coordinate by at most 1.
     *
     * @param residual G(point) - point
     */
    void advance(double[] point, double[] residual) {
        int columns = Math.min(steps, DEPTH);
        if (steps > 0) {
            int newest = (steps - 1) % DEPTH;
            for (int i = 0; i < size; i++) {
                pointChanges[newest][i] = point[i] - previousPoint[i];
                residualChanges[newest][i] = residual[i] - previousResidual[i];
            }
            for (int column = 0; column < columns; column++) {
                products[newest][column] = product(residualChanges[newest], residualChanges[column]);
                products[column][newest] = products[newest][column];
            }
        }
        System.arraycopy(point, 0, previousPoint, 0, size);
        System.arraycopy(residual, 0, previousResidual, 0, size);
        steps++;
        double[] weights = weights(columns, residual);
        double largest = 0;
        double[] step = residual.clone();
        for (int column = 0; column < columns; column++) {
            for (int i = 0; i < size; i++) {
                step[i] -= weights[column] * (pointChanges[column][i] + residualChanges[column][i]);
            }
        }
        for (double change : step) {
            largest = Math.max(largest, Math.abs(change));
        }
        double scale = largest > LONGEST_STEP ? LONGEST_STEP / largest : 1;
        for (int i = 0; i < size; i++) {
            point[i] += scale * step[i];
        }
    }

    /** Returns the least-squares weights of the residual changes, by Gaussian elimination of the normal equations. */
    private double[] weights(int columns, double[] residual) {
        double trace = 0;
        for (int row = 0; row < columns; row++) {
            System.arraycopy(products[row], 0, normal[row], 0, columns);
            normal[row][columns] = product(residualChanges[row], residual);
            trace += normal[row][row];
        }
        double[] weights = new double[columns];
        if (trace == 0) {
            return weights;
        }
        for (int row = 0; row < columns; row++) {
            normal[row][row] += REGULARIZATION * trace;
        }
        // positive definite: no pivoting is necessary; the elimination preserves the upper triangle
        for (int pivot = 0; pivot < columns; pivot++) {
            for (int row = pivot + 1; row < columns; row++) {
                double factor = normal[row][pivot] / normal[pivot][pivot];
                for (int column = pivot; column <= columns; column++) {
                    normal[row][column] -= factor * normal[pivot][column];
                }
            }
        }
        for (int row = columns; --row >= 0; ) {
            double rest = normal[row][columns];
            for (int column = row + 1; column < columns; column++) {
                rest -= normal[row][column] * weights[column];
            }
            weights[row] = rest / normal[row][row];
        }
        return weights;
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
