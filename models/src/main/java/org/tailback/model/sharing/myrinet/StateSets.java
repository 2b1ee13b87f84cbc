package org.tailback.model.sharing.myrinet;

import java.util.Arrays;

/**
 * The state sets of a component, counted or estimated.
 *
 * @param sets number of state sets; all numbers are divided by a power of two if they would overflow; 1 if only shares
 *     are known
 * @param setsWithMessage for each pair, the number of state sets in which a certain one of its messages is sent, > 0
 * @param origin where the numbers come from
 * @param relativeError for each pair of a sampled component half the width of the 95 % confidence interval of {@code
 *     setsWithMessage / sets}, relative; else 0
 */
record StateSets(double sets, double[] setsWithMessage, Origin origin, double[] relativeError) {
    /** Where numbers of state sets come from. */
    enum Origin {
        /** Counted: exact below 2^53, with a relative error below 1e-12 above. */
        COUNTED,
        /** Estimated by sampling. */
        SAMPLED,
        /** Estimated by belief propagation. */
        CAVITY
    }

    static StateSets counted(double sets, double[] setsWithMessage) {
        return new StateSets(sets, setsWithMessage, Origin.COUNTED, new double[setsWithMessage.length]);
    }

    static StateSets approximated(double[] shares) {
        return new StateSets(1, shares, Origin.CAVITY, new double[shares.length]);
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
            // an estimate may be a rounding error, a sample more than that, below what is possible
            penalties[source] = Math.max(1, sets / smallest[source]);
        }
        return penalties;
    }

    /** The widest confidence interval of all pairs. */
    double widestRelativeError() {
        return Arrays.stream(relativeError).max().orElse(0);
    }
}
