package org.tailback.study.collective;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.cost.MessageCost;
import org.tailback.model.closedform.AlltoallClosedForms;
import org.tailback.model.closedform.AlltoallClosedForms.Bandwidths;
import org.tailback.model.cost.PlogP;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.platform.Platform;

/**
 * Formulas that apply to a platform. {@code plogp} is equation (18) for A and (19) for B. {@code plogpt} is (23) for A
 * and (25) for B with the effective b(h). {@code plogptAsPrinted} uses the same equations with the printed b(h).
 */
final class ClosedForms {
    private ClosedForms() {}

    /**
     * Returns the times of alltoall A or B in seconds, by the names of the formulas; formulas that do not apply are
     * omitted.
     *
     * @param missing receives the reasons for omitted formulas, one sentence per reason
     */
    static Map<String, Double> of(Platform platform, String algorithm, int ranks, long bytes, Set<String> missing) {
        Map<String, Double> times = new LinkedHashMap<>();
        boolean isA = algorithm.equals("A");
        if (!isA && !algorithm.equals("B")) {
            missing.add("--closed-form: the papers have formulas for A and B only, not for " + algorithm);
            return times;
        }
        MessageCost cost = platform.cost();
        if (!(cost instanceof PlogP)) {
            missing.add("--closed-form: the formulas are for cost plogp, not for cost " + cost.name());
            return times;
        }
        times.put(
                "plogp",
                isA ? AlltoallClosedForms.plogpA(cost, ranks, bytes) : AlltoallClosedForms.plogpB(cost, ranks, bytes));
        if (!(platform.model() instanceof FairTree tree)) {
            missing.add("--closed-form: the PlogPT formulas are for model fair-tree, not for model "
                    + platform.model().name());
            return times;
        }
        if (Integer.bitCount(ranks) != 1 || ranks > 1L << tree.heights()) {
            missing.add("--closed-form: the PlogPT formulas need a power of two of at most " + (1L << tree.heights())
                    + " ranks, not " + ranks);
            return times;
        }
        @Nullable TailDrop loss = platform.loss() instanceof TailDrop tailDrop ? tailDrop : null;
        for (Bandwidths bandwidths : Bandwidths.values()) {
            AlltoallClosedForms forms = new AlltoallClosedForms(tree, cost, loss, bandwidths);
            times.put(
                    bandwidths == Bandwidths.COUNTED ? "plogpt" : "plogptAsPrinted",
                    isA ? forms.plogptA(ranks, bytes) : forms.plogptB(ranks, bytes));
        }
        return times;
    }
}
