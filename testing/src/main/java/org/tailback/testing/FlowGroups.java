package org.tailback.testing;

import java.util.Map;
import java.util.TreeMap;
import org.tailback.sharing.GroupedSharing;

/**
 * A sharing state that is asked for groups, as the network engine does: remembers the groups and their rates, and rates
 * outside of groups.
 */
public final class FlowGroups implements GroupedSharing.GroupConsumer {
    private final GroupedSharing sharing;
    private final Map<Integer, FlowsInFlight.Flow> flows = new TreeMap<>();
    private final Map<Integer, Integer> groupOf = new TreeMap<>();
    private final Map<Integer, Double> rateOf = new TreeMap<>();
    private final Map<Integer, Double> ownRateOf = new TreeMap<>();

    /** Asks a sharing state without flows. */
    public FlowGroups(GroupedSharing sharing) {
        this.sharing = sharing;
    }

    /** Ends and starts what is needed to have these flows in flight, and recomputes. */
    public void follow(Map<Integer, FlowsInFlight.Flow> wanted) {
        for (FlowsInFlight.Flow flow : Map.copyOf(flows).values()) {
            if (wanted.get(flow.number()) != flow) {
                sharing.flowEnded(flow.number());
                flows.remove(flow.number());
                groupOf.remove(flow.number());
                ownRateOf.remove(flow.number());
            }
        }
        for (FlowsInFlight.Flow flow : wanted.values()) {
            if (flows.put(flow.number(), flow) == null) {
                sharing.flowStarted(flow.number(), flow.source(), flow.destination());
            }
        }
        sharing.recomputeGroups(this);
    }

    /** The rate of a flow in flight, in work per second, as groups say it, or its own if it is in none. */
    public double rate(int flow) {
        Double own = ownRateOf.get(flow);
        if (own != null) {
            return own;
        }
        Integer group = groupOf.get(flow);
        Double rate = group == null ? null : rateOf.get(group);
        if (rate == null) {
            throw new AssertionError("flow " + flow + " is in group " + group + ", which has no rate");
        }
        return rate * sharing.rateFactor(flow);
    }

    @Override
    public void rate(int flow, double rate) {
        if (groupOf.containsKey(flow)) {
            throw new AssertionError(
                    "flow " + flow + ", which is in group " + groupOf.get(flow) + ", got a rate of its own");
        }
        ownRateOf.put(flow, rate);
    }

    @Override
    public void moved(int flow, int group) {
        ownRateOf.remove(flow);
        groupOf.put(flow, group);
    }

    @Override
    public void groupRate(int group, double rate) {
        rateOf.put(group, rate);
    }
}
