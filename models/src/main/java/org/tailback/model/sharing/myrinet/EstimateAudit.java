package org.tailback.model.sharing.myrinet;

import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Number and precision of the estimates of a run: the first large components that are counted exactly are estimated as
 * well.
 */
final class EstimateAudit {
    /**
     * Relative error that 95 % of the estimated penalties do not exceed, on components of 12 to 16 sources that can be
     * counted ({@code CavityEstimateTest}); larger ones have smaller errors.
     */
    static final double MEASURED_BOUND = 0.09;

    private static final Logger LOG = LoggerFactory.getLogger(EstimateAudit.class);
    private static final int AUDITED = 20;

    private long estimated;
    private int largest;
    private int counted;
    private final List<Double> deviations = new ArrayList<>();

    void noteEstimated(Component component) {
        largest = Math.max(largest, component.size());
        estimated++;
        LOG.debug("component of {} messages has too many state sets to count: {}", component.size(), component);
    }

    void noteCounted(Component component, StateSets exact) {
        StateSets sets = counted < AUDITED ? CavityEstimate.of(component) : null;
        if (sets != null) {
            counted++;
            double[] estimate = sets.penaltyOfSource(component);
            double[] reference = exact.penaltyOfSource(component);
            for (int source = 0; source < reference.length; source++) {
                deviations.add(Math.abs(estimate[source] / reference[source] - 1));
            }
        }
    }

    boolean isEmpty() {
        return estimated == 0;
    }

    String sentence(Myrinet model) {
        String what = String.format(
                Locale.ROOT,
                "myrinet: the penalties of %d component%s of up to %d messages are estimates by belief propagation:"
                        + " counting them takes more than %d states, or more than %d together (state-limit); ",
                estimated,
                estimated == 1 ? "" : "s",
                largest,
                model.stateLimit(),
                StateSetCounting.BUDGET_IN_LIMITS * model.stateLimit());
        if (counted == 0) {
            return what
                    + String.format(
                            Locale.ROOT,
                            "of components of 12 to 16 nodes 95 %% of the penalties are within +-%.0f %%",
                            100 * MEASURED_BOUND);
        }
        double[] sorted = Doubles.toArray(deviations);
        Arrays.sort(sorted);
        return what
                + String.format(
                        Locale.ROOT,
                        "of the first %d large ones that could be counted 95 %% of the penalties are within +-%.2g %%,"
                                + " %.2g %% off on average",
                        counted,
                        100 * sorted[(int) Math.ceil(0.95 * sorted.length) - 1],
                        100 * Arrays.stream(sorted).average().orElse(0));
    }
}
