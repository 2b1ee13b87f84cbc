package org.tailback.model.sharing.myrinet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how the state sets of a component are counted: the closed form of an all-to-all, or the exact sweep with the
 * plan that needs fewest states.
 *
 * <p>Components of up to 10 000 states are always counted. Larger ones are counted while the states of all of them do
 * not exceed a budget, so that time and memory are bounded, and the same on every machine.
 */
final class StateSetCounting {
    /** Most states of a component that is counted at any time: some milliseconds. */
    static final long SMALL = 10_000;

    /** A plan that is too wide to promise success is tried with this part of the limit. */
    private static final int TRIAL_PART = 64;

    /** A sweep finds at least one in this number of the states that a plan could have. */
    private static final int MOST_POSSIBLE_PER_FOUND = 512;

    static final int BUDGET_IN_LIMITS = 4;

    private final long limit;
    private long budget;
    private boolean hasCountedMany;

    /** @param limit most states of a component; {@value #BUDGET_IN_LIMITS} times as many of all larger ones together */
    StateSetCounting(long limit) {
        this.limit = limit;
        budget = limit > SMALL ? BUDGET_IN_LIMITS * limit : 0;
    }

    /**
     * Counts, or returns null beyond the limit or the budget. Where it returns null it will do so again: a result
     * depends on the components asked for before, never on how often.
     */
    @Nullable
    StateSets count(Component component) {
        hasCountedMany = false;
        StateSets closed = AllToAllCount.of(component);
        if (closed != null) {
            return closed;
        }
        List<FrontierPlan> plans = SweepOrders.plansFor(component);
        StateSets counted = count(component, plans, Math.min(SMALL, limit), false);
        if (counted == null && budget > 0) {
            counted = count(component, plans, Math.min(budget, limit), true);
            hasCountedMany = counted != null;
        }
        return counted;
    }

    /** Whether the last result took more than {@link #SMALL} states. */
    boolean hasCountedMany() {
        return hasCountedMany;
    }

    private @Nullable StateSets count(
            Component component, List<FrontierPlan> plans, long most, boolean takesFromBudget) {
        FrontierPlan narrowest = plans.get(0);
        for (FrontierPlan plan : plans) {
            narrowest = plan.mostStates() < narrowest.mostStates() ? plan : narrowest;
        }
        if (narrowest.mostStates() > (double) MOST_POSSIBLE_PER_FOUND * most) {
            return null;
        }
        StateSets counted = null;
        for (int i = 0; i <= plans.size() && counted == null; i++) {
            boolean isTrial = i < plans.size();
            FrontierCount sweep = new FrontierCount(isTrial ? plans.get(i) : narrowest);
            counted = sweep.exact(component, isTrial ? most / TRIAL_PART : most);
            if (takesFromBudget) {
                budget = Math.max(0, budget - sweep.states());
            }
        }
        return counted;
    }
}
