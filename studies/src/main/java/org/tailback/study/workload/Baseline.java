package org.tailback.study.workload;

import org.tailback.model.loss.NoLoss;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;

/** The platform without contention and losses, with which results are compared to find their cost. */
public final class Baseline {
    private Baseline() {}

    /**
     * Returns the same platform, on which messages do not disturb each other and none is lost; see
     * {@link Uncontended#baselineFor}.
     */
    public static Platform of(Platform platform) {
        return platform.toBuilder()
                .sharing(Uncontended.baselineFor(platform.sharing()))
                .loss(new NoLoss())
                .build();
    }
}
