package org.tailback.model.sharing.myrinet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how the state sets of a component are counted: the closed form of an all-to-all, or the exact sweep with the
 * plan that needs fewest states.
 *
 * @param stateLimit most states of a count
 */
record StateSetCounting(long stateLimit) {
    /** A plan that is too wide to promise success is tried with this part of the limit. */
    private static final int TRIAL_PART = 64;

    /** Counts, or returns null beyond the limit; no more work than a few times the limit. */
    @Nullable
    StateSets count(Component component) {
        StateSets closed = AllToAllCount.of(component);
        if (closed != null) {
            return closed;
        }
        if (isHopeless(component)) {
            return null;
        }
        List<FrontierPlan> plans = SweepOrders.plansFor(component);
        FrontierPlan narrowest = plans.get(0);
        for (FrontierPlan plan : plans) {
            StateSets counted = FrontierCount.exact(component, plan, stateLimit / TRIAL_PART);
            if (counted != null) {
                return counted;
            }
            narrowest = plan.width() < narrowest.width() ? plan : narrowest;
        }
        return FrontierCount.exact(component, narrowest, stateLimit);
    }

    /**
     * True if counting is not even worth trying: both sides have many nodes that differ in their neighbours, and many
     * pairs. Depends on the shape only. O(pairs).
     */
    private boolean isHopeless(Component component) {
        int logarithm = 63 - Long.numberOfLeadingZeros(stateLimit);
        return Math.min(component.sources(), component.destinations()) >= logarithm
                && component.pairs() >= 2 * (component.sources() + component.destinations())
                && component.differentSources() >= logarithm
                && component.differentDestinations() >= logarithm;
    }
}
