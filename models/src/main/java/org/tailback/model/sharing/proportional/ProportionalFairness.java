package org.tailback.model.sharing.proportional;

import java.util.Arrays;

/**
 * Solver for the prices at which the rates of a {@link ProportionalPart} are proportionally fair, by Newton's method
 * from any initial prices. Where many messages share nodes, the method needs about three rounds from the prices before
 * a small change, and about seven rounds from a guess.
 *
 * <p>A round holds prices of unexhausted capacities at 0, and moves to the minimum of the quadratic model over all
 * other prices, by conjugate gradients. Prices that become negative are held at 0 as well, and the minimization is
 * repeated. The step is halved until the slope of the function, which is convex, is not positive at the end of the
 * step, or at most half of the initial descent. If this fails, as may happen far from the solution, the round is
 * repeated with negative prices set to 0 after the step, which decreases the function if the step is short enough
 * (projected Newton method: D. Bertsekas, Projected Newton methods for optimization problems with simple constraints,
 * SIAM Journal on Control and Optimization 20, 1982).
 *
 * <p>Both the precision of the conjugate gradients and a ridge, a multiple of the diagonal that is added to the second
 * derivative, are proportional to the distance of the prices from a solution. Therefore rounds converge quadratically,
 * even where constraints are redundant and prices are not unique, as in a ring. The matrix of a component where many
 * messages share nodes is close to its diagonal, so about four iterations suffice.
 */
final class ProportionalFairness {
    /** Largest relative excess of a capacity, or unused share of a capacity with a price, at a solution. */
    private static final double TARGET = 1e-14;

    /** Residual below which a lack of progress is attributed to rounding. */
    private static final double ROUNDING = 1e-11;

    private static final double TOLERANCE = 1e-10;

    private static final int MAX_ROUNDS = 200;
    private static final int FEW_HALVINGS = 6;
    private static final int MAX_HALVINGS = 60;

    private final ProportionalPart part;
    private int rows;
    private double residual;

    // arrays by row
    private double[] price = {};
    private double[] gradient = {};
    private double[] diagonal = {};
    private double[] trial = {};
    private double[] gradientBefore = {};
    private boolean[] free = {};
    private double[] direction = {};
    private double[] remainder = {};
    private double[] conjugate = {};
    private double[] product = {};

    ProportionalFairness(ProportionalPart part) {
        this.part = part;
    }

    /**
     * Returns the array of prices by row, with room for all rows of the component. Its content is the start of {@link
     * #solve}; if all prices are 0, the method starts from a guess.
     */
    double[] prices() {
        if (price.length < part.rows()) {
            int length = Math.max(part.rows(), 2 * price.length);
            price = Arrays.copyOf(price, length);
            gradient = new double[length];
            diagonal = new double[length];
            trial = new double[length];
            gradientBefore = new double[length];
            free = new boolean[length];
            direction = new double[length];
            remainder = new double[length];
            conjugate = new double[length];
            product = new double[length];
        }
        return price;
    }

    /** Returns whether the last solution was within the tolerance. */
    boolean isConverged() {
        return residual <= TOLERANCE;
    }

    /** Solves the current component: sets {@link #prices} and the rates of the component to the solution. */
    void solve() {
        rows = part.rows();
        if (part.evaluate(prices(), gradient, diagonal) > 2) {
            part.guess(price);
            part.evaluate(price, gradient, diagonal);
        }
        for (int i = 0; i < rows; i++) {
            price[i] = diagonal[i] > 0 ? price[i] : 0; // 0 if no flow uses the row
        }
        residual = residual(price);
        for (int round = 0; round < MAX_ROUNDS && residual > TARGET; round++) {
            double last = residual;
            aim(true);
            boolean advanced = advance(FEW_HALVINGS);
            if (!advanced && residual > ROUNDING) {
                aim(false);
                advanced = advance(MAX_HALVINGS);
            }
            if (!advanced || (last < ROUNDING && residual > last / 2)) {
                break;
            }
        }
    }

    /** Returns the largest violation of the conditions of the optimum, as a share of a capacity. */
    private double residual(double[] at) {
        double worst = 0;
        for (int i = 0; i < rows; i++) {
            double missed = Math.abs(Math.min(gradient[i], at[i] * diagonal[i]));
            worst = Math.max(worst, missed / part.capacity(i));
        }
        return worst;
    }

    /**
     * Sets the direction to the minimum of the quadratic model; over prices &gt;= 0 if negative prices are to be held.
     */
    private void aim(boolean hold) {
        double precision = Math.min(0.1, residual);
        double nearZero = Math.min(1e-3, residual);
        double goal = 0;
        for (int i = 0; i < rows; i++) {
            free[i] = diagonal[i] > 0 && (gradient[i] <= 0 || price[i] * diagonal[i] > nearZero * part.capacity(i));
            direction[i] = free[i] ? 0 : -price[i];
            remainder[i] = free[i] ? -gradient[i] : 0;
            goal += free[i] ? gradient[i] * gradient[i] / diagonal[i] : 0;
        }
        goal *= precision * precision;
        conjugateGradients(precision, goal);
        while (hold && holdNegative()) {
            part.multiply(direction, product);
            for (int i = 0; i < rows; i++) {
                remainder[i] = -gradient[i] - product[i] - precision * diagonal[i] * direction[i];
            }
            conjugateGradients(precision, goal);
        }
    }

    /** Holds at 0 the free prices that the direction makes negative; returns false if there are none. */
    private boolean holdNegative() {
        boolean any = false;
        for (int i = 0; i < rows; i++) {
            if (free[i] && price[i] + direction[i] < 0) {
                free[i] = false;
                direction[i] = -price[i];
                any = true;
            }
        }
        return any;
    }

    /** Changes the free part of the direction until the residual of the equations is below the goal. */
    private void conjugateGradients(double ridge, double goal) {
        Arrays.fill(conjugate, 0, rows, 0);
        double previous = 1;
        for (int iteration = 0; iteration < 4 * rows; iteration++) {
            double now = 0;
            for (int i = 0; i < rows; i++) {
                now += free[i] ? remainder[i] * remainder[i] / diagonal[i] : 0;
            }
            if (now <= goal) {
                return;
            }
            for (int i = 0; i < rows; i++) {
                if (free[i]) {
                    conjugate[i] = remainder[i] / diagonal[i] + now / previous * conjugate[i];
                }
            }
            part.multiply(conjugate, product);
            double curvature = 0;
            for (int i = 0; i < rows; i++) {
                product[i] += ridge * diagonal[i] * conjugate[i];
                curvature += conjugate[i] * product[i];
            }
            double length = now / curvature;
            for (int i = 0; i < rows; i++) {
                if (free[i]) {
                    direction[i] += length * conjugate[i];
                    remainder[i] -= length * product[i];
                }
            }
            previous = now;
        }
    }

    /**
     * Moves in the direction until the function rises too steeply; returns false, without a move, if it rises from the
     * start.
     */
    private boolean advance(int halvings) {
        System.arraycopy(gradient, 0, gradientBefore, 0, rows);
        double length = 1;
        for (int halving = 0; halving <= halvings; halving++) {
            for (int i = 0; i < rows; i++) {
                trial[i] = Math.max(0, price[i] + length * direction[i]);
            }
            if (part.evaluate(trial, gradient, diagonal) < Double.POSITIVE_INFINITY) {
                double slope = 0;
                double slopeBefore = 0;
                for (int i = 0; i < rows; i++) {
                    slope += gradient[i] * (trial[i] - price[i]);
                    slopeBefore += gradientBefore[i] * (trial[i] - price[i]);
                }
                double now = residual(trial);
                // near the solution, slopes are rounding errors
                if (slope <= -0.5 * slopeBefore || (residual < 1e-6 && now < 0.5 * residual)) {
                    double[] swap = price;
                    price = trial;
                    trial = swap;
                    residual = now;
                    return true;
                }
            }
            length /= 2;
        }
        part.evaluate(price, gradient, diagonal);
        return false;
    }
}
