package org.tailback.model.sharing.proportional;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Maximises sum of w_j u_j ln x_j subject to A (w x) &lt;= c, where every column of A has few entries: rates that are proportionally
 * fair with weights u; w counts equal flows.
 *
 * <p>A primal-dual interior-point method on the prices: with x_j = u_j / (A^T p)_j and slacks s, Newton steps on c - A (w x) - s = 0 and
 * p s = mu, mu falling to {@value #TARGET}. The system of a step, A diag(w x^2 / u) A^T + diag(s / p), is positive definite even where
 * constraints are redundant. There it is so by s / p alone, which at the end is lost in rounding; a small multiple of the diagonal is added,
 * which shortens such steps and hardly changes others. Solved by Cholesky up to {@value #DENSE} rows, else by conjugate gradients.
 */
final class ProportionalFairness {
    /** Most constraints for which the dense solver is used. */
    static final int DENSE = 300;

    private static final double TARGET = 1e-17;
    private static final double RESIDUAL = 1e-12;
    private static final int MAX_ROUNDS = 200;
    private static final double STEP = 0.95;
    /** What is added to the system's diagonal, of it: far above rounding, far below 1. */
    private static final double REGULARISATION = 1e-10;

    private final int rows;
    private final int columns;
    private final int[][] row;
    private final double[][] coefficient;
    private final double[] weight;
    private final double[] utility;
    private final double[] capacity;
    private final double[] price;
    private final double[] slack;
    private final double[] rate;
    private double @Nullable [][] system;
    private boolean converged;

    /**
     * @param capacity c, > 0
     * @param row for every column the rows in which it has entries
     * @param coefficient the entries, > 0
     * @param weight w, > 0: how many equal flows a column stands for; loads count w times the rate of one
     * @param utility u, > 0: the weight of a flow's logarithm
     */
    ProportionalFairness(double[] capacity, int[][] row, double[][] coefficient, double[] weight, double[] utility) {
        this.rows = capacity.length;
        this.columns = row.length;
        this.capacity = capacity;
        this.row = row;
        this.coefficient = coefficient;
        this.weight = weight;
        this.utility = utility;
        this.price = new double[rows];
        this.slack = new double[rows];
        this.rate = new double[columns];
    }

    /** Solves; the rates are valid afterwards. */
    void solve() {
        Arrays.fill(price, 1);
        updateRates();
        double[] load = loads();
        for (int i = 0; i < rows; i++) {
            slack[i] = Math.max(capacity[i] - load[i], 0.1 * capacity[i]);
        }
        double[] right = new double[rows];
        double[] residual = new double[rows];
        double[] priceStep = new double[rows];
        for (int round = 0; round < MAX_ROUNDS; round++) {
            load = loads();
            double gap = 0;
            double worst = 0;
            for (int i = 0; i < rows; i++) {
                residual[i] = capacity[i] - load[i] - slack[i];
                worst = Math.max(worst, Math.abs(residual[i]));
                gap += price[i] * slack[i] / rows;
            }
            if (gap < TARGET && worst < RESIDUAL) {
                converged = true;
                return;
            }
            double mu = Math.max(0.1 * gap, 0.1 * TARGET);
            for (int i = 0; i < rows; i++) {
                right[i] = -residual[i] + (mu - price[i] * slack[i]) / price[i];
            }
            if (rows <= DENSE) {
                cholesky(right, priceStep);
            } else {
                conjugateGradients(right, priceStep);
            }
            step(priceStep, mu);
            updateRates();
        }
    }

    /** False if the last solution missed the target after all rounds. */
    boolean isConverged() {
        return converged;
    }

    /** x by column. */
    double[] rates() {
        return rate;
    }

    /** p by row. */
    double[] prices() {
        return price;
    }

    private double curvature(int column) {
        return weight[column] * rate[column] * rate[column] / utility[column];
    }

    private void updateRates() {
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            for (int k = 0; k < row[j].length; k++) {
                sum += coefficient[j][k] * price[row[j][k]];
            }
            rate[j] = utility[j] / sum;
        }
    }

    private double[] loads() {
        double[] load = new double[rows];
        for (int j = 0; j < columns; j++) {
            for (int k = 0; k < row[j].length; k++) {
                load[row[j][k]] += coefficient[j][k] * weight[j] * rate[j];
            }
        }
        return load;
    }

    private void step(double[] priceStep, double mu) {
        double length = 1;
        double[] slackStep = new double[rows];
        for (int i = 0; i < rows; i++) {
            slackStep[i] = (mu - price[i] * slack[i]) / price[i] - slack[i] / price[i] * priceStep[i];
            if (priceStep[i] < 0) {
                length = Math.min(length, -STEP * price[i] / priceStep[i]);
            }
            if (slackStep[i] < 0) {
                length = Math.min(length, -STEP * slack[i] / slackStep[i]);
            }
        }
        for (int i = 0; i < rows; i++) {
            price[i] += length * priceStep[i];
            slack[i] += length * slackStep[i];
        }
    }

    /**
     * Column by column, so that the inner loops run along rows of a column and can be done several at a time; every entry is made
     * by the same operations in the same order as row by row.
     */
    private void cholesky(double[] right, double[] solution) {
        double[][] lower = columnsOfSystem();
        for (int j = 0; j < rows; j++) {
            double[] now = lower[j];
            double smallest = REGULARISATION / 2 * now[j];
            for (int k = 0; k < j; k++) {
                subtractMultiple(now, lower[k][j], lower[k], j);
            }
            double pivot = Math.sqrt(Math.max(now[j], smallest));
            now[j] = pivot;
            for (int i = j + 1; i < rows; i++) {
                now[i] /= pivot;
            }
        }
        System.arraycopy(right, 0, solution, 0, rows);
        for (int k = 0; k < rows; k++) {
            solution[k] /= lower[k][k];
            subtractMultiple(solution, solution[k], lower[k], k + 1);
        }
        for (int i = rows - 1; i >= 0; i--) {
            double sum = solution[i];
            double[] column = lower[i];
            for (int k = i + 1; k < rows; k++) {
                sum -= column[k] * solution[k];
            }
            solution[i] = sum / column[i];
        }
    }

    private static void subtractMultiple(double[] from, double factor, double[] column, int first) {
        for (int i = first; i < from.length; i++) {
            from[i] -= column[i] * factor;
        }
    }

    /** Columns of the lower half of the system: entry i of column j, i >= j. */
    private double[][] columnsOfSystem() {
        if (system == null) {
            system = new double[rows][rows];
        } else {
            for (double[] column : system) {
                Arrays.fill(column, 0);
            }
        }
        for (int j = 0; j < columns; j++) {
            double square = curvature(j);
            int[] at = row[j];
            double[] entry = coefficient[j];
            for (int k = 0; k < at.length; k++) {
                for (int l = 0; l < at.length; l++) {
                    system[at[l]][at[k]] += square * entry[k] * entry[l];
                }
            }
        }
        for (int i = 0; i < rows; i++) {
            system[i][i] += slack[i] / price[i];
            system[i][i] += REGULARISATION * system[i][i];
        }
        return system;
    }

    private void conjugateGradients(double[] right, double[] solution) {
        double[] diagonal = new double[rows];
        for (int i = 0; i < rows; i++) {
            diagonal[i] = slack[i] / price[i];
        }
        double[] preconditioner = diagonal.clone();
        for (int j = 0; j < columns; j++) {
            for (int k = 0; k < row[j].length; k++) {
                preconditioner[row[j][k]] += curvature(j) * coefficient[j][k] * coefficient[j][k];
            }
        }
        for (int i = 0; i < rows; i++) {
            diagonal[i] += REGULARISATION * preconditioner[i];
        }
        Arrays.fill(solution, 0);
        double[] residual = right.clone();
        double[] direction = new double[rows];
        double[] product = new double[rows];
        double previous = 0;
        double first = 0;
        for (int round = 0; round < 2 * rows; round++) {
            double now = 0;
            for (int i = 0; i < rows; i++) {
                now += residual[i] * residual[i] / preconditioner[i];
            }
            first = round == 0 ? now : first;
            if (now <= 1e-24 * first) {
                return;
            }
            for (int i = 0; i < rows; i++) {
                direction[i] = residual[i] / preconditioner[i] + (round == 0 ? 0 : now / previous * direction[i]);
                product[i] = diagonal[i] * direction[i];
            }
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                for (int k = 0; k < row[j].length; k++) {
                    sum += coefficient[j][k] * direction[row[j][k]];
                }
                sum *= curvature(j);
                for (int k = 0; k < row[j].length; k++) {
                    product[row[j][k]] += coefficient[j][k] * sum;
                }
            }
            double curvature = 0;
            for (int i = 0; i < rows; i++) {
                curvature += direction[i] * product[i];
            }
            double length = now / curvature;
            for (int i = 0; i < rows; i++) {
                solution[i] += length * direction[i];
                residual[i] -= length * product[i];
            }
            previous = now;
        }
    }
}
