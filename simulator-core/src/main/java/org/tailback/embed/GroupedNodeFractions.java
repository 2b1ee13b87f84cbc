package org.tailback.embed;

import java.util.Arrays;
import org.tailback.sharing.GroupedSharing;

/**
 * {@link NodeFractions} under a model that puts messages in groups. As long as no capacity has changed these are passed on as they
 * are, so that messages end when they would without a host, to the last bit. From the first change on the messages of a group may go at
 * different fractions of its rate: every message is a group of its own, with its number, and each instant costs O(messages in flight).
 */
final class GroupedNodeFractions extends NodeFractions implements GroupedSharing {
    private final GroupedSharing model;
    private final GroupConsumer fromModel = new FromModel();
    private GroupConsumer consumer = fromModel;
    private double[] groupRate = new double[16];
    private int[] group = new int[16];
    /** By flow the rate of the group of its own, as reported last; 0 if it is not in one. */
    private double[] ownRate = new double[16];

    GroupedNodeFractions(GroupedSharing model, int nodes) {
        super(model, nodes);
        this.model = model;
    }

    @Override
    public void flowStarted(int flow, int from, int to) {
        if (flow >= group.length) {
            int capacity = Math.max(flow + 1, 2 * group.length);
            group = Arrays.copyOf(group, capacity);
            ownRate = Arrays.copyOf(ownRate, capacity);
        }
        ownRate[flow] = 0;
        super.flowStarted(flow, from, to);
    }

    @Override
    public double rateFactor(int flow) {
        return model.rateFactor(flow);
    }

    @Override
    public void recomputeGroups(GroupConsumer groups) {
        consumer = groups;
        model.recomputeGroups(fromModel);
        if (hasEverChanged()) {
            for (int flow = inFlight.nextSetBit(0); flow >= 0; flow = inFlight.nextSetBit(flow + 1)) {
                double rate = groupRate[group[flow]] * fractionOf(flow);
                if (ownRate[flow] == 0) {
                    groups.moved(flow, flow);
                }
                if (ownRate[flow] != rate) {
                    ownRate[flow] = rate;
                    groups.groupRate(flow, rate);
                }
            }
        }
    }

    private final class FromModel implements GroupConsumer {
        @Override
        public void moved(int flow, int to) {
            group[flow] = to;
            if (!hasEverChanged()) {
                consumer.moved(flow, to);
            }
        }

        @Override
        public void groupRate(int changed, double rate) {
            if (changed >= groupRate.length) {
                groupRate = Arrays.copyOf(groupRate, Math.max(changed + 1, 2 * groupRate.length));
            }
            groupRate[changed] = rate;
            if (!hasEverChanged()) {
                consumer.groupRate(changed, rate);
            }
        }
    }
}
