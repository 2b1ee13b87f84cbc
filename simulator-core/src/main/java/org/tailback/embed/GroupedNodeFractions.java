package org.tailback.embed;

import java.util.Arrays;
import java.util.BitSet;
import org.tailback.sharing.GroupedSharing;

/**
 * {@link NodeFractions} under a model that puts messages in groups. As long as no capacity has changed these are passed
 * on as they are, so that messages end when they would without a host, to the last bit. From the first change on the
 * messages of a group may move at different fractions of its rate: every message that is in a group moves to one of
 * its own, with its number, others stay outside groups, and each instant costs O(messages in flight).
 */
final class GroupedNodeFractions extends NodeFractions implements GroupedSharing {
    private static final int NONE = -1;

    private final GroupedSharing model;
    private final GroupConsumer fromModel = new FromModel();
    private GroupConsumer consumer = fromModel;
    private double[] groupRate = new double[16];
    /** Flows that were put in groups. */
    private final BitSet grouped = new BitSet();
    // by flow
    private int[] group = new int[16];
    /** As reported last since a capacity has changed, or 0. */
    private double[] ownRate = new double[16];

    GroupedNodeFractions(GroupedSharing model, int nodes) {
        super(model, nodes);
        this.model = model;
    }

    @Override
    public void flowStarted(int flow, int from, int to, double pace) {
        if (flow >= group.length) {
            int capacity = Math.max(flow + 1, 2 * group.length);
            group = Arrays.copyOf(group, capacity);
            ownRate = Arrays.copyOf(ownRate, capacity);
        }
        group[flow] = NONE;
        ownRate[flow] = 0;
        grouped.clear(flow);
        super.flowStarted(flow, from, to, pace);
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
                report(flow, rateOfModel(flow) * fractionOf(flow));
            }
        }
    }

    private double rateOfModel(int flow) {
        return group[flow] == NONE ? modelRate[flow] : groupRate[group[flow]] * rateFactor(flow);
    }

    private void report(int flow, double rate) {
        if (rate == ownRate[flow]) {
            return;
        }
        if (!grouped.get(flow)) {
            consumer.rate(flow, rate);
        } else {
            if (ownRate[flow] == 0) {
                consumer.moved(flow, flow);
            }
            consumer.groupRate(flow, rate / rateFactor(flow));
        }
        ownRate[flow] = rate;
    }

    private final class FromModel implements GroupConsumer {
        @Override
        public void rate(int flow, double rate) {
            modelRate[flow] = rate;
            if (!hasEverChanged()) {
                consumer.rate(flow, rate);
            }
        }

        @Override
        public void moved(int flow, int to) {
            group[flow] = to;
            if (!hasEverChanged()) {
                grouped.set(flow);
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
