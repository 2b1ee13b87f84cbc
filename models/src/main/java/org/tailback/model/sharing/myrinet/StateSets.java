package org.tailback.model.sharing.myrinet;

import java.util.Arrays;

/**
 * Numbers of state sets of a component.
 *
 * @param sets number of state sets; 1 if only shares are known
 * @param setsWithMessage number of state sets that contain one given message of a pair, by pair, > 0
 * @param isEstimated true if the numbers are estimated by belief propagation; otherwise they are counted: exact below
 *     2^53, with a relative error below 1e-12 beyond
 */
record StateSets(double sets, double[] setsWithMessage, boolean isEstimated) {
    /**
     * Returns the penalty by source: the number of state sets over the smallest number of state sets with one of the
     * source's messages.
     */
    double[] penaltyOfSource(Component component) {
        double[] smallest = new double[component.sources()];
        Arrays.fill(smallest, Double.POSITIVE_INFINITY);
        for (int pair = 0; pair < setsWithMessage.length; pair++) {
            int source = component.source().get(pair);
            smallest[source] = Math.min(smallest[source], setsWithMessage[pair]);
        }
        double[] penalties = new double[component.sources()];
        for (int source = 0; source < penalties.length; source++) {
            // an estimate may be below 1 by a rounding error
            penalties[source] = Math.max(1, sets / smallest[source]);
        }
        return penalties;
    }
}
