package org.tailback.model.sharing.myrinet;

import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How good the estimates of a run were: the first few components are counted exactly as well, where that can be. */
final class EstimateAudit {
    private static final Logger LOG = LoggerFactory.getLogger(EstimateAudit.class);

    private static final int AUDITED = 5;
    /** States for the exact counting of an audited component: some tenths of a second. */
    private static final StateSetCounting COUNTING = new StateSetCounting(500_000);

    private long estimated;
    private int largest;
    private int counted;
    private final List<Double> deviations = new ArrayList<>();

    void note(Component component, StateSets sets) {
        largest = Math.max(largest, component.size());
        LOG.debug("component of {} messages has too many state sets to count", component.size());
        if (estimated++ >= AUDITED) {
            return;
        }
        StateSets exact = COUNTING.count(component);
        if (exact != null) {
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
                "myrinet: %d components, of up to %d messages, need more than %d states to be counted: their penalties are"
                        + " estimates by belief propagation; of the first %d, %d could be counted exactly",
                estimated,
                largest,
                model.stateLimit(),
                Math.min(estimated, AUDITED),
                counted);
        if (counted == 0) {
            return what + ", so that their error is not known";
        }
        double[] sorted = Doubles.toArray(deviations);
        Arrays.sort(sorted);
        return what
                + String.format(
                        Locale.ROOT,
                        ", where 95 %% of the penalties were within +-%.2g %%, %.2g %% off on average",
                        100 * sorted[(int) Math.ceil(0.95 * sorted.length) - 1],
                        100 * Arrays.stream(sorted).average().orElse(0));
    }
}
