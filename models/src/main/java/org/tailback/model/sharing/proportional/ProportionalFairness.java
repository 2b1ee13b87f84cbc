package org.tailback.model.sharing.proportional;

import java.util.Arrays;

/**
 * Maximises the sum of w_j u_j ln x_j over the columns j = (s, d) of a part, subject to the capacities of its nodes: O_v + a I_v &lt;= c_v
 * for what leaves and I_v + a O_v &lt;= c'_v for what enters a node v, where O_v and I_v are the sums of w x over the columns that leave
 * and enter it; w counts equal flows.
 *
 * <p>Solved in the prices p_v, p'_v &gt;= 0 of the capacities: x_j = u_j / q_j with q_j = p_s + a p'_s + p'_d + a p_d minimises the
 * convex c p - sum of w_j u_j ln q_j, whose gradient is what capacities have left. A Newton step on the prices that are not held at 0 (those
 * that would stay there have capacity left) is found by conjugate gradients, to a precision, and with a ridge on the diagonal, in proportion to
 * the residual: then steps converge quadratically even where constraints are redundant and prices not unique. Prices that a step
 * makes negative become 0; a step is halved until the function is known to fall along it. Each round costs O(columns) times the
 * iterations of conjugate gradients, which are few where many messages meet: the system's matrix is close to its diagonal there.
 *
 * <p>One object solves one part after the other and keeps its arrays.
 */
final class ProportionalFairness {
    /** Of capacities: no residual is further from 0 at the solution. */
    static final double TARGET = 1e-14;

    /** Of capacities: below this a residual that does not fall is rounding. */
    private static final double ROUNDING = 1e-11;

    private static final int MAX_ROUNDS = 200;
    private static final int MAX_HALVINGS = 60;

    private final double share;
    private int nodes;
    private int[] first = {};
    private int[] destination = {};
    private double[] messages = {};
    private double[] utility = {};

    // by row: 2 v is what leaves node v, 2 v + 1 what enters it
    private double[] capacity = {};
    private double[] price = {};
    private double[] trial = {};
    private double[] gradient = {};
    private double[] before = {};
    private double[] diagonal = {};
    private boolean[] free = {};
    private double[] direction = {};
    private double[] remainder = {};
    private double[] conjugate = {};
    private double[] product = {};

    // by node: a column's q is leaving[s] + entering[d]
    private double[] leaving = {};
    private double[] entering = {};
    private double[] sumOut = {};
    private double[] sumIn = {};
    private double[] curveOut = {};
    private double[] curveIn = {};

    // by column
    private double[] rate = {};
    private double[] curvature = {};

    private boolean converged;
    static long rounds, iterations, solves, evals, colds;

    /** @param share a, 0 to 0.5 */
    ProportionalFairness(double share) {
        this.share = share;
    }

    /**
     * Takes a part; arrays are read until the next is taken.
     *
     * @param nodes how many
     * @param first by node the first of its columns, they stand side by side; one more at the end
     * @param destination by column its node
     * @param messages by column w, > 0
     * @param capacity by row, > 0
     * @param utility by node the u of the columns that enter it, > 0
     */
    void take(
            int nodes, int[] first, int[] destination, double[] messages, double[] capacity, double[] utility) {
        this.nodes = nodes;
        this.first = first;
        this.destination = destination;
        this.messages = messages;
        this.capacity = capacity;
        this.utility = utility;
        if (leaving.length < nodes) {
            price = new double[2 * nodes];
            trial = new double[2 * nodes];
            gradient = new double[2 * nodes];
            before = new double[2 * nodes];
            diagonal = new double[2 * nodes];
            free = new boolean[2 * nodes];
            direction = new double[2 * nodes];
            remainder = new double[2 * nodes];
            conjugate = new double[2 * nodes];
            product = new double[2 * nodes];
            leaving = new double[nodes];
            entering = new double[nodes];
            sumOut = new double[nodes];
            sumIn = new double[nodes];
            curveOut = new double[nodes];
            curveIn = new double[nodes];
        }
        if (rate.length < first[nodes]) {
            rate = new double[destination.length];
            curvature = new double[destination.length];
        }
    }

    /** By row; what stands here is where {@link #solve} starts, and its solution afterwards. */
    double[] prices() {
        return price;
    }

    /** x by column. */
    double[] rates() {
        return rate;
    }

    /** False if the last solution missed the target after all rounds. */
    boolean isConverged() {
        return converged;
    }

    /** Solves from the prices at hand, or from others if rates by these are far above 1. */
    void solve() {
        solves++;
        if (!startsHere()) {
            colds++;
            startAnywhere();
        }
        evaluate(price);
        double residual = residual(price);
        for (int round = 0; round < MAX_ROUNDS && residual > TARGET; round++) {
            rounds++;
            for (int i = 0; i < 2 * nodes; i++) {
                free[i] = diagonal[i] > 0
                        && (gradient[i] <= 0 || price[i] * diagonal[i] > Math.min(1e-3, residual) * capacity[i]);
            }
            newtonStep(Math.min(0.1, residual));
            double last = residual;
            residual = advance(residual);
            if (last < ROUNDING && residual >= last / 2) {
                break;
            }
        }
        converged = residual < 100 * ROUNDING;
    }

    private boolean startsHere() {
        for (int source = 0; source < nodes; source++) {
            double fromSource = price[2 * source] + share * price[2 * source + 1];
            for (int j = first[source]; j < first[source + 1]; j++) {
                int to = destination[j];
                if (2 * (fromSource + price[2 * to + 1] + share * price[2 * to]) < utility[to]) {
                    return false;
                }
            }
        }
        return true;
    }

    /** As if every message were limited by both its nodes. */
    private void startAnywhere() {
        Arrays.fill(price, 0, 2 * nodes, 0);
        for (int source = 0; source < nodes; source++) {
            for (int j = first[source]; j < first[source + 1]; j++) {
                int to = destination[j];
                double half = messages[j] * utility[to] / 2;
                price[2 * source] += half / capacity[2 * source];
                price[2 * to + 1] += half / capacity[2 * to + 1];
            }
        }
    }

    /** Rates, gradient and diagonal of the second derivative at some prices; false if a rate is not finite. */
    private boolean evaluate(double[] at) {
        evals++;
        mix(at);
        Arrays.fill(curveIn, 0, nodes, 0);
        double least = Double.POSITIVE_INFINITY;
        for (int source = 0; source < nodes; source++) {
            double fromSource = leaving[source];
            double load = 0;
            double curve = 0;
            for (int j = first[source]; j < first[source + 1]; j++) {
                int to = destination[j];
                double q = fromSource + entering[to];
                least = Math.min(least, q);
                double x = utility[to] / q;
                double wx = messages[j] * x;
                double c = wx / q;
                rate[j] = x;
                curvature[j] = c;
                load += wx;
                curve += c;
                sumIn[to] += wx;
                curveIn[to] += c;
            }
            sumOut[source] = load;
            curveOut[source] = curve;
        }
        for (int v = 0; v < nodes; v++) {
            gradient[2 * v] = capacity[2 * v] - sumOut[v] - share * sumIn[v];
            gradient[2 * v + 1] = capacity[2 * v + 1] - sumIn[v] - share * sumOut[v];
            diagonal[2 * v] = curveOut[v] + share * share * curveIn[v];
            diagonal[2 * v + 1] = curveIn[v] + share * share * curveOut[v];
        }
        return least > 0;
    }

    /** The second derivative times a vector. */
    private void multiply(double[] by, double[] result) {
        mix(by);
        for (int source = 0; source < nodes; source++) {
            double fromSource = leaving[source];
            double sum = 0;
            for (int j = first[source]; j < first[source + 1]; j++) {
                double y = curvature[j] * (fromSource + entering[destination[j]]);
                sum += y;
                sumIn[destination[j]] += y;
            }
            sumOut[source] = sum;
        }
        for (int v = 0; v < nodes; v++) {
            result[2 * v] = sumOut[v] + share * sumIn[v];
            result[2 * v + 1] = sumIn[v] + share * sumOut[v];
        }
    }

    private void mix(double[] at) {
        for (int v = 0; v < nodes; v++) {
            leaving[v] = at[2 * v] + share * at[2 * v + 1];
            entering[v] = at[2 * v + 1] + share * at[2 * v];
            sumIn[v] = 0;
        }
    }

    /** How far the conditions of the optimum are missed: the most that a capacity is exceeded, or left where it has a price. */
    private double residual(double[] at) {
        double worst = 0;
        for (int i = 0; i < 2 * nodes; i++) {
            double left = Math.min(gradient[i], at[i] * diagonal[i]);
            worst = Math.max(worst, Math.abs(left) / capacity[i]);
        }
        return worst;
    }

    /** Goes as far as the function is known to fall; returns the residual there. */
    private double advance(double residual) {
        System.arraycopy(gradient, 0, before, 0, 2 * nodes);
        double length = 1;
        for (int halving = 0; halving < MAX_HALVINGS; halving++, length /= 2) {
            for (int i = 0; i < 2 * nodes; i++) {
                trial[i] = free[i] ? Math.max(0, price[i] + length * direction[i]) : 0;
            }
            if (evaluate(trial)) {
                double slopeBefore = 0;
                double slope = 0;
                for (int i = 0; i < 2 * nodes; i++) {
                    slopeBefore += before[i] * (trial[i] - price[i]);
                    slope += gradient[i] * (trial[i] - price[i]);
                }
                double now = residual(trial);
                if (slope <= -0.5 * slopeBefore || (now < 0.5 * residual && residual < 1e-6)) {
                    double[] swap = price;
                    price = trial;
                    trial = swap;
                    return now;
                }
            }
        }
        evaluate(price);
        return residual;
    }

    /** The direction to the minimum of the quadratic model with a ridge of so much of the diagonal, to the same precision. */
    private void newtonStep(double precision) {
        double previous = 0;
        double goal = 0;
        for (int i = 0; i < 2 * nodes; i++) {
            direction[i] = 0;
            conjugate[i] = 0;
            remainder[i] = free[i] ? -gradient[i] : 0;
        }
        for (int iteration = 0; iteration < 8 * nodes + 10; iteration++) {
            iterations++;
            double now = 0;
            for (int i = 0; i < 2 * nodes; i++) {
                if (free[i]) {
                    now += remainder[i] * remainder[i] / diagonal[i];
                }
            }
            goal = iteration == 0 ? precision * precision * now : goal;
            if (now <= goal) {
                return;
            }
            double keep = iteration == 0 ? 0 : now / previous;
            for (int i = 0; i < 2 * nodes; i++) {
                if (free[i]) {
                    conjugate[i] = remainder[i] / diagonal[i] + keep * conjugate[i];
                }
            }
            multiply(conjugate, product);
            double curve = 0;
            for (int i = 0; i < 2 * nodes; i++) {
                if (free[i]) {
                    product[i] += precision * diagonal[i] * conjugate[i];
                    curve += conjugate[i] * product[i];
                }
            }
            double length = now / curve;
            for (int i = 0; i < 2 * nodes; i++) {
                if (free[i]) {
                    direction[i] += length * conjugate[i];
                    remainder[i] -= length * product[i];
                }
            }
            previous = now;
        }
    }
}
