package org.tailback.model.sharing.myrinet;

import java.util.Arrays;

/**
 * The state sets of a component, counted or estimated.
 *
 * @param sets number of state sets; all numbers are divided by a power of two if they would overflow
 * @param setsWithMessage for each pair, the number of state sets in which a certain one of its messages is sent, > 0
 * @param exact true if counted: exact below 2^53, with a relative error below 1e-12 above; false if estimated
 * @param relativeError for each pair half the width of the 95 % confidence interval of {@code setsWithMessage / sets},
 *     relative; 0 if exact
 */
record StateSets(double sets, double[] setsWithMessage, boolean exact, double[] relativeError) {
    static StateSets exact(double sets, double[] setsWithMessage) {
        return new StateSets(sets, setsWithMessage, true, new double[setsWithMessage.length]);
    }

    /** For each source the number of state sets over the smallest number in which one of its messages is sent. */
    double[] penaltyOfSource(Component component) {
        double[] smallest = new double[component.sources()];
        Arrays.fill(smallest, Double.POSITIVE_INFINITY);
        for (int pair = 0; pair < setsWithMessage.length; pair++) {
            int source = component.source()[pair];
            smallest[source] = Math.min(smallest[source], setsWithMessage[pair]);
        }
        double[] penalties = new double[component.sources()];
        for (int source = 0; source < penalties.length; source++) {
            penalties[source] = sets / smallest[source];
        }
        return penalties;
    }

    /** The widest confidence interval of a number that decides a penalty. */
    double widestRelativeError() {
        double widest = 0;
        for (double error : relativeError) {
            widest = Math.max(widest, error);
        }
        return widest;
    }
}
