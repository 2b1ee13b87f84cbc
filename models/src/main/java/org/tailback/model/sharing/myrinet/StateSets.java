package org.tailback.model.sharing.myrinet;

import java.util.Arrays;

/**
 * The state sets of a component.
 *
 * @param sets number of state sets; all numbers are divided by a power of two if they would overflow; 1 if only shares
 *     are known
 * @param setsWithMessage for each pair, the number of state sets in which a certain one of its messages is sent, > 0
 * @param isEstimated true if they are estimated by belief propagation; else counted: exact below 2^53, with a relative
 *     error below 1e-12 above
 */
record StateSets(double sets, double[] setsWithMessage, boolean isEstimated) {
    /** Returns the number of state sets over the smallest number in which one of its messages is sent, by source. */
    double[] penaltyOfSource(Component component) {
        double[] smallest = new double[component.sources()];
        Arrays.fill(smallest, Double.POSITIVE_INFINITY);
        for (int pair = 0; pair < setsWithMessage.length; pair++) {
            int source = component.source()[pair];
            smallest[source] = Math.min(smallest[source], setsWithMessage[pair]);
        }
        double[] penalties = new double[component.sources()];
        for (int source = 0; source < penalties.length; source++) {
            // an estimate may be a rounding error below what is possible
            penalties[source] = Math.max(1, sets / smallest[source]);
        }
        return penalties;
    }
}
