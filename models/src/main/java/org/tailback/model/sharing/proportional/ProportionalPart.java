package org.tailback.model.sharing.proportional;

import java.util.Arrays;

/**
 * A connected component of the network as an optimisation problem of prices. The columns are the pairs of nodes j = (s,
 * d) with w_j &gt; 0 messages of weight u_d; each direction of node v has a capacity c and a price p &gt;= 0, in rows 2
 * v and 2 v + 1. Rates follow from prices,
 *
 * <pre>
 * x_j = u_d / q_j,  q_j = p_2s + a p_2s+1 + p_2d+1 + a p_2d
 * </pre>
 *
 * and are proportionally fair where prices minimise the convex sum of c p less the sum of w_j u_j ln q_j. The gradient
 * is the unused capacity, and the second derivative is A diag(w x^2 / u) A^T, where A has the coefficients 1 and a of
 * the q.
 *
 * <p>The arrays are reused from one component to the next: {@link #clear}, then {@link #addNode} for every node, each
 * followed by {@link #addColumn} for its columns.
 */
final class ProportionalPart {
    private final double share;
    private int nodes;
    private int columns;

    private double[] capacity = new double[32];
    // arrays by node
    private double[] utility = new double[16];
    private int[] firstColumn = new int[17];
    private double[] leaving = new double[16];
    private double[] entering = new double[16];
    private double[] sumLeaving = new double[16];
    private double[] sumEntering = new double[16];
    private double[] curvatureLeaving = new double[16];
    private double[] curvatureEntering = new double[16];
    // arrays by column
    private int[] destination = new int[16];
    private double[] messages = new double[16];
    private double[] rate = new double[16];
    private double[] curvature = new double[16];

    /**
     * Creates an empty component.
     *
     * @param share a, 0 to 0.5
     */
    ProportionalPart(double share) {
        this.share = share;
    }

    void clear() {
        nodes = 0;
        columns = 0;
    }

    /**
     * Adds a node; the columns of its predecessor are complete.
     *
     * @param leavingCapacity capacity of its outgoing traffic, > 0
     * @param enteringCapacity capacity of its incoming traffic, > 0
     * @param weight u of the messages that enter it, > 0
     */
    void addNode(double leavingCapacity, double enteringCapacity, double weight) {
        if (nodes == utility.length) {
            capacity = Arrays.copyOf(capacity, 4 * nodes);
            utility = Arrays.copyOf(utility, 2 * nodes);
            firstColumn = Arrays.copyOf(firstColumn, 2 * nodes + 1);
            leaving = new double[2 * nodes];
            entering = new double[2 * nodes];
            sumLeaving = new double[2 * nodes];
            sumEntering = new double[2 * nodes];
            curvatureLeaving = new double[2 * nodes];
            curvatureEntering = new double[2 * nodes];
        }
        capacity[2 * nodes] = leavingCapacity;
        capacity[2 * nodes + 1] = enteringCapacity;
        utility[nodes] = weight;
        firstColumn[nodes++] = columns;
        firstColumn[nodes] = columns;
    }

    /**
     * Adds a number of messages, > 0, from the most recent node to another node, added before or afterwards; one column
     * per pair.
     */
    void addColumn(int to, double count) {
        if (columns == destination.length) {
            destination = Arrays.copyOf(destination, 2 * columns);
            messages = Arrays.copyOf(messages, 2 * columns);
            rate = new double[2 * columns];
            curvature = new double[2 * columns];
        }
        destination[columns] = to;
        messages[columns++] = count;
        firstColumn[nodes] = columns;
    }

    int rows() {
        return 2 * nodes;
    }

    double capacity(int row) {
        return capacity[row];
    }

    /** Returns x of a column at the prices of the last evaluation. */
    double rate(int column) {
        return rate[column];
    }

    /** Sets prices as if every message were limited by both its nodes. */
    void guess(double[] price) {
        Arrays.fill(price, 0, rows(), 0);
        for (int source = 0; source < nodes; source++) {
            for (int j = firstColumn[source]; j < firstColumn[source + 1]; j++) {
                int to = destination[j];
                double half = messages[j] * utility[to] / 2;
                price[2 * source] += half / capacity[2 * source];
                price[2 * to + 1] += half / capacity[2 * to + 1];
            }
        }
    }

    /**
     * Sets rates, the gradient, and the diagonal of the second derivative. O(columns).
     *
     * @return the highest rate; not finite if a column's prices are all 0
     */
    double evaluate(double[] price, double[] gradient, double[] diagonal) {
        mix(price);
        Arrays.fill(curvatureEntering, 0, nodes, 0);
        double highest = 0;
        for (int source = 0; source < nodes; source++) {
            double fromSource = leaving[source];
            double sum = 0;
            double sumOfCurvatures = 0;
            for (int j = firstColumn[source]; j < firstColumn[source + 1]; j++) {
                int to = destination[j];
                double inverse = 1 / (fromSource + entering[to]);
                double x = utility[to] * inverse;
                double load = messages[j] * x;
                double c = load * inverse;
                rate[j] = x;
                curvature[j] = c;
                sum += load;
                sumOfCurvatures += c;
                sumEntering[to] += load;
                curvatureEntering[to] += c;
                if (x > highest) {
                    highest = x;
                }
            }
            sumLeaving[source] = sum;
            curvatureLeaving[source] = sumOfCurvatures;
        }
        unmix(gradient);
        for (int v = 0; v < nodes; v++) {
            diagonal[2 * v] = curvatureLeaving[v] + share * share * curvatureEntering[v];
            diagonal[2 * v + 1] = curvatureEntering[v] + share * share * curvatureLeaving[v];
        }
        for (int i = 0; i < rows(); i++) {
            gradient[i] = capacity[i] - gradient[i];
        }
        return highest;
    }

    /** Multiplies a vector by the second derivative at the last evaluation. O(columns). */
    void multiply(double[] vector, double[] result) {
        mix(vector);
        for (int source = 0; source < nodes; source++) {
            double fromSource = leaving[source];
            double sum = 0;
            for (int j = firstColumn[source]; j < firstColumn[source + 1]; j++) {
                int to = destination[j];
                double y = curvature[j] * (fromSource + entering[to]);
                sum += y;
                sumEntering[to] += y;
            }
            sumLeaving[source] = sum;
        }
        unmix(result);
    }

    /** Computes the contribution of each node to the q of the columns that leave and that enter it. */
    private void mix(double[] vector) {
        for (int v = 0; v < nodes; v++) {
            leaving[v] = vector[2 * v] + share * vector[2 * v + 1];
            entering[v] = vector[2 * v + 1] + share * vector[2 * v];
            sumEntering[v] = 0;
        }
    }

    /** Computes the load of each row from the sums over columns. */
    private void unmix(double[] load) {
        for (int v = 0; v < nodes; v++) {
            load[2 * v] = sumLeaving[v] + share * sumEntering[v];
            load[2 * v + 1] = sumEntering[v] + share * sumLeaving[v];
        }
    }
}
