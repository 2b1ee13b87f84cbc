package org.tailback.model.sharing.proportional;

import java.util.Arrays;

/**
 * Maximises sum of w_j u_j ln x_j subject to A (w x) &lt;= c, where every column of A has few entries: rates that are proportionally
 * fair with weights u; w counts equal flows.
 *
 * <p>A primal-dual interior-point method on the prices: with x_j = u_j / (A^T p)_j and slacks s, Newton steps on c - A (w x) - s = 0 and
 * p s = mu, mu falling to {@value #TARGET}. The system of a step, A diag(w x^2 / u) A^T + diag(s / p), is positive definite even where
 * constraints are redundant. Solved by Cholesky up to {@value #DENSE} rows, else by conjugate gradients.
 */
final class ProportionalFairness {
    /** Most constraints for which the dense solver is used. */
    static final int DENSE = 300;

    private static final double TARGET = 1e-17;
    private static final double RESIDUAL = 1e-12;
    private static final int MAX_ROUNDS = 200;
    private static final double STEP = 0.95;

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

    /** x of a column. */
    double rate(int column) {
        return rate[column];
    }

    /** p of a row. */
    double price(int rowIndex) {
        return price[rowIndex];
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

    private void cholesky(double[] right, double[] solution) {
        double[][] lower = new double[rows][rows];
        for (int j = 0; j < columns; j++) {
            double square = curvature(j);
            for (int k = 0; k < row[j].length; k++) {
                for (int l = 0; l < row[j].length; l++) {
                    lower[row[j][k]][row[j][l]] += square * coefficient[j][k] * coefficient[j][l];
                }
            }
        }
        for (int i = 0; i < rows; i++) {
            lower[i][i] += slack[i] / price[i];
        }
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = lower[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= lower[i][k] * lower[j][k];
                }
                // rounding can take a pivot of redundant constraints below its diagonal's share; that share remains
                lower[i][j] = i == j
                        ? Math.sqrt(Math.max(sum, Math.max(slack[i] / price[i], Double.MIN_NORMAL)))
                        : sum / lower[j][j];
            }
        }
        for (int i = 0; i < rows; i++) {
            double sum = right[i];
            for (int k = 0; k < i; k++) {
                sum -= lower[i][k] * solution[k];
            }
            solution[i] = sum / lower[i][i];
        }
        for (int i = rows - 1; i >= 0; i--) {
            double sum = solution[i];
            for (int k = i + 1; k < rows; k++) {
                sum -= lower[k][i] * solution[k];
            }
            solution[i] = sum / lower[i][i];
        }
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
