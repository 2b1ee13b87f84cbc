package org.tailback.model.sharing.myrinet;

import java.util.Arrays;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How good the estimates of a run were. Sampled estimates have confidence intervals; of those by belief
 * propagation the first few are counted exactly, or sampled if even that is too much, and compared.
 */
final class EstimateAudit {
    private static final Logger LOG = LoggerFactory.getLogger(EstimateAudit.class);

    private static final int AUDITED = 5;
    /** States for the exact counting of an audited component: some tenths of a second. */
    private static final long AUDIT_LIMIT = 500_000;

    private final long seed;
    private long sampled;
    private long cavity;
    private int largest;
    private double widestError;
    private int auditedExactly;
    private int auditedBySampling;
    private double[] deviations = new double[0];

    EstimateAudit(long seed) {
        this.seed = seed;
    }

    /** Notes a component that was not counted. */
    void note(Component component, StateSets sets) {
        largest = Math.max(largest, component.size());
        LOG.debug(
                "component of {} messages has too many state sets to count: estimate {}",
                component.size(),
                sets.origin());
        if (sets.origin() == StateSets.Origin.SAMPLED) {
            sampled++;
            widestError = Math.max(widestError, sets.widestRelativeError());
            return;
        }
        if (cavity++ < AUDITED) {
            StateSets better = new StateSetCounting(AUDIT_LIMIT, 8, seed, Estimate.SAMPLING).count(component);
            if (better.origin() == StateSets.Origin.COUNTED) {
                auditedExactly++;
            } else {
                auditedBySampling++;
            }
            double[] estimated = sets.penaltyOfSource(component);
            double[] reference = better.penaltyOfSource(component);
            int old = deviations.length;
            deviations = Arrays.copyOf(deviations, old + reference.length);
            for (int source = 0; source < reference.length; source++) {
                deviations[old + source] = Math.abs(estimated[source] / reference[source] - 1);
            }
        }
    }

    /** True if every component was counted. */
    boolean isEmpty() {
        return sampled + cavity == 0;
    }

    /** A sentence on what was estimated and how precisely. */
    String sentence(Myrinet model) {
        String what = String.format(
                Locale.ROOT,
                "myrinet: %d components, of up to %d messages, need more than %d states to be counted: their penalties are"
                        + " estimates",
                sampled + cavity,
                largest,
                model.stateLimit());
        if (cavity == 0) {
            return what
                    + String.format(
                            Locale.ROOT,
                            " from %d samples; widest 95 %% confidence interval +-%.2g %%",
                            model.samples(),
                            100 * widestError);
        }
        double[] sorted = deviations.clone();
        Arrays.sort(sorted);
        double within = sorted.length == 0 ? 0 : sorted[(int) Math.ceil(0.95 * sorted.length) - 1];
        return what
                + String.format(
                        Locale.ROOT,
                        " by belief propagation; against %d components counted exactly and %d sampled, 95 %% of the penalties"
                                + " were within +-%.2g %%, %.2g %% off on average",
                        auditedExactly,
                        auditedBySampling,
                        100 * within,
                        100 * Arrays.stream(deviations).average().orElse(0));
    }
}
