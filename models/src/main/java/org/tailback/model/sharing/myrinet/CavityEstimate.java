package org.tailback.model.sharing.myrinet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Estimate of the share of the state sets in which each message is sent, by belief propagation (the cavity method). It
 * is exact where the component is a tree, and an approximation where the component has cycles, since the neighbours of
 * a node are treated as independent.
 *
 * <p>Consider a tree rooted at the pair (u, v), and the branch of u without v. Let A be the number of its sets in which
 * u has a message within the branch, C the number of sets in which u has no message (each child of u must then have
 * one), and B the number of sets if u's message is exchanged with v. With children c joined by m_c parallel messages,
 *
 * <pre>
 * B = product of (A_c + C_c)
 * A = sum over c of m_c B_c * product over the other children of (A + C)
 * C = product of A_c
 * </pre>
 *
 * and only ratios matter: x = B / (A + C) and y = A / (A + C) follow from the ratios of the children,
 *
 * <pre>
 * t = sum of m_c x_c      q = product of y_c      x = 1 / (t + q)      y = t / (t + q)
 * share of sets with a certain message of (u, v) = x_u x_v / (m x_u x_v + 1 - (1 - y_u)(1 - y_v))
 * </pre>
 *
 * <p>On a graph with cycles the equations are a fixed point of a round over the sources and then the destinations, from
 * x = y = 1/2; {@link AndersonMixing} converges to it in about 20 rounds of O(pairs), whereas plain iteration
 * oscillates: if nearly all sets are perfect matchings, all x of sources may grow by the factor by which the x of
 * destinations shrink, and the equations are still nearly satisfied. {@code CavityEstimateTest} measures the error of
 * penalties.
 *
 * <p>Reference for the method: M. Mezard, A. Montanari: Information, Physics, and Computation, 2009, chapter 14 (trees:
 * theorem 14.1).
 */
final class CavityEstimate {
    /** Largest change of log x and of y in a round at convergence. */
    private static final double CONVERGED = 1e-13;

    private static final int ROUNDS = 400;

    private final Component component;
    private final int[][] pairsOfSource;
    private final int[][] pairsOfDestination;
    private final Messages fromSources;
    private final Messages fromDestinations;
    private final double[] sum;
    private final double[] product;

    /** Ratios x and y of one end of every pair. */
    private record Messages(double[] x, double[] y) {
        static Messages of(int pairs) {
            return new Messages(new double[pairs], new double[pairs]);
        }
    }

    private CavityEstimate(Component component) {
        this.component = component;
        pairsOfSource = component.pairsOfSource();
        pairsOfDestination = component.pairsOfDestination();
        fromSources = Messages.of(component.pairs());
        fromDestinations = Messages.of(component.pairs());
        int most = Math.max(component.sources(), component.destinations());
        sum = new double[most];
        product = new double[most];
    }

    /** Returns the shares, with the number of sets set to 1; null if the iteration does not converge. */
    static @Nullable StateSets of(Component component) {
        CavityEstimate estimate = new CavityEstimate(component);
        int pairs = component.pairs();
        // log x from destinations, then y from destinations
        double[] point = new double[2 * pairs];
        Arrays.fill(point, 0, pairs, Math.log(0.5));
        Arrays.fill(point, pairs, 2 * pairs, 0.5);
        double[] residual = new double[2 * pairs];
        AndersonMixing mixing = new AndersonMixing(2 * pairs);
        for (int round = 0; round < ROUNDS; round++) {
            if (estimate.round(point, residual) < CONVERGED) {
                return estimate.shares();
            }
            mixing.advance(point, residual);
        }
        return null;
    }

    /** Sets {@code residual} to the change of the point in a round; returns the largest change. */
    private double round(double[] point, double[] residual) {
        int pairs = component.pairs();
        for (int pair = 0; pair < pairs; pair++) {
            fromDestinations.x[pair] = Math.exp(point[pair]);
            // a step may leave the range of shares
            point[pairs + pair] = Math.max(0, Math.min(1, point[pairs + pair]));
            fromDestinations.y[pair] = point[pairs + pair];
        }
        update(pairsOfSource, fromDestinations, fromSources);
        update(pairsOfDestination, fromSources, fromDestinations);
        double largest = 0;
        for (int pair = 0; pair < pairs; pair++) {
            residual[pair] = Math.log(fromDestinations.x[pair]) - point[pair];
            residual[pairs + pair] = fromDestinations.y[pair] - point[pairs + pair];
            largest = Math.max(largest, Math.max(Math.abs(residual[pair]), Math.abs(residual[pairs + pair])));
        }
        return largest;
    }

    private void update(int[][] pairsOfNode, Messages in, Messages out) {
        for (int[] pairs : pairsOfNode) {
            combine(pairs, in);
            for (int i = 0; i < pairs.length; i++) {
                out.x[pairs[i]] = 1 / (sum[i] + product[i]);
                out.y[pairs[i]] = sum[i] / (sum[i] + product[i]);
            }
        }
    }

    /** Computes t and q of every pair of a node over all other pairs, in a forward and a backward scan. */
    private void combine(int[] pairs, Messages in) {
        double sumSoFar = 0;
        double productSoFar = 1;
        for (int i = 0; i < pairs.length; i++) {
            sum[i] = sumSoFar;
            product[i] = productSoFar;
            sumSoFar += component.messages().get(pairs[i]) * in.x[pairs[i]];
            productSoFar *= in.y[pairs[i]];
        }
        sumSoFar = 0;
        productSoFar = 1;
        for (int i = pairs.length; --i >= 0; ) {
            sum[i] += sumSoFar;
            product[i] *= productSoFar;
            sumSoFar += component.messages().get(pairs[i]) * in.x[pairs[i]];
            productSoFar *= in.y[pairs[i]];
        }
    }

    private StateSets shares() {
        double[] shares = new double[component.pairs()];
        for (int pair = 0; pair < shares.length; pair++) {
            double both = fromSources.x[pair] * fromDestinations.x[pair];
            double neither = (1 - fromSources.y[pair]) * (1 - fromDestinations.y[pair]);
            shares[pair] = both / (component.messages().get(pair) * both + 1 - neither);
        }
        return new StateSets(1, shares, true);
    }
}
