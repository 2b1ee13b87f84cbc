package org.tailback.study.workload;

import org.tailback.model.loss.NoLoss;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;

/** The platform without contention and losses, with which results are compared to find their cost. */
public final class Baseline {
    private Baseline() {}

    /**
     * Returns the same platform, on which messages do not disturb each other, in the network and inside nodes, and none
     * is lost; see {@link Uncontended#baselineFor}.
     */
    public static Platform of(Platform platform) {
        return platform.toBuilder()
                .sharing(Uncontended.baselineFor(platform.sharing()))
                .intraNode(platform.intraNode().unshared())
                .loss(new NoLoss())
                .build();
    }

    /** Returns the same platform, on which no message is lost. */
    public static Platform withoutLosses(Platform platform) {
        return platform.toBuilder().loss(new NoLoss()).build();
    }
}
