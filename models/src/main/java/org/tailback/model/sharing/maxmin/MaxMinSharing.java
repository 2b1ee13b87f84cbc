package org.tailback.model.sharing.maxmin;

import java.util.List;
import org.tailback.model.sharing.link.FairLinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/** The state of {@link MaxMin}: all weights and parts are 1, so that levels are rates. */
final class MaxMinSharing extends FairLinkSharing {
    MaxMinSharing(Topology topology, int nodes) {
        super(topology, nodes, topology.longestRoute());
    }

    @Override
    protected String explainRate() {
        return "max-min fair share of the bottleneck link";
    }

    @Override
    protected List<Explanation> explainLimits(int batch, double bound) {
        return bound < Double.POSITIVE_INFINITY ? List.of(bandwidth("own pace", bound)) : List.of();
    }

    @Override
    protected Explanation explainShare(double part, double highestLevel) {
        return bandwidth("fastest message", highestLevel);
    }
}
