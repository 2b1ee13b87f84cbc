package org.tailback.model.sharing.fairtree;

import org.tailback.sharing.BandwidthSharing.RateConsumer;
import org.tailback.sharing.GroupedSharing.GroupConsumer;

/**
 * Many flows on a tree: a flow's rate is the smaller of what limits it on its way up and on its way down, and flows that follow the
 * same nodes on both ({@link TreeSide}) are a group ({@link PairGroups}). After the changes of an instant the classes of flows are looked
 * at that the changed edges limit, then their groups; single flows only where they follow another node.
 *
 * <p>Cost: a start or end: O(D^2) for D heights, amortised O(D) for flows that follow another node, and O(1) for every group
 * whose limit changes on one side. Memory: some 20 D bytes for each of the 4 * 2^D edges.
 */
final class ClassedFlows {
    private final TreeFlows flows;
    private final PairGroups groups;
    private final TreeSide up;
    private final TreeSide down;

    ClassedFlows(double[] bandwidth, TreeFlows flows) {
        this.flows = flows;
        groups = new PairGroups(flows);
        up = new TreeSide(0, bandwidth, flows, groups);
        down = new TreeSide(1, bandwidth, flows, groups);
    }

    void started(int flow, int source, int destination, int height) {
        up.started(flow, source, height);
        down.started(flow, destination, height);
        flows.touch(flow);
    }

    void ended(int flow, int source, int destination, int height) {
        up.ended(flow, source, height);
        down.ended(flow, destination, height);
        if (flows.get(flow, TreeFlows.GROUP) >= 0) {
            groups.remove(flow, up, down);
        }
    }

    int flowsUpward(int node, int height) {
        return up.flowsOnEdge(node, height);
    }

    int flowsDownward(int node, int height) {
        return down.flowsOnEdge(node, height);
    }

    /** To be called when all flows have ended that were kept here, of which some may go on elsewhere. */
    void allEnded() {
        flows.forgetTouched();
        up.update();
        down.update();
    }

    /** Brings rates up to date and reports them by groups, under odd numbers. */
    void recompute(GroupConsumer consumer) {
        update();
        for (int i = 0; i < groups.concernedCount(); i++) {
            int group = groups.takeConcerned(i);
            if (rateIsNew(group)) {
                consumer.groupRate(2 * group + 1, groups.rate(group));
            }
        }
        groups.endConcerned();
        for (int i = 0; i < flows.touchedCount(); i++) {
            int flow = flows.touched(i);
            consumer.moved(flow, 2 * flows.get(flow, TreeFlows.GROUP) + 1);
        }
        flows.endTouched(0);
    }

    /** Brings rates up to date and reports them flow by flow, some twice. */
    void recompute(RateConsumer rates) {
        update();
        for (int i = 0; i < flows.touchedCount(); i++) {
            int flow = flows.touched(i);
            rates.rate(flow, rate(flows.get(flow, TreeFlows.GROUP)));
        }
        flows.endTouched(0);
        for (int i = 0; i < groups.concernedCount(); i++) {
            int group = groups.takeConcerned(i);
            if (rateIsNew(group)) {
                for (int flow = groups.firstFlow(group);
                        flow != TreeFlows.NONE;
                        flow = flows.next(flow, TreeFlows.IN_GROUP)) {
                    rates.rate(flow, groups.rate(group));
                }
            }
        }
        groups.endConcerned();
    }

    /** Leaves the touched flows that got another group, and the groups whose rate may be another. */
    private void update() {
        up.update();
        down.update();
        int moved = 0;
        for (int i = 0; i < flows.touchedCount(); i++) {
            int flow = flows.touched(i);
            flows.set(flow, TreeFlows.TOUCHED, 0);
            if (flows.isInFlight(flow) && moves(flow)) {
                flows.keepTouched(moved++, flow);
            }
        }
        flows.endTouched(moved);
    }

    private boolean moves(int flow) {
        int old = flows.get(flow, TreeFlows.GROUP);
        int height = flows.get(flow, TreeFlows.HEIGHT);
        if (old == TreeFlows.NONE) {
            flows.set(flow, TreeFlows.CUT, up.cut(flows.get(flow, TreeFlows.LEAF), height));
            flows.set(flow, TreeFlows.CUT + 1, down.cut(flows.get(flow, TreeFlows.LEAF + 1), height));
        }
        int group =
                groups.groupOf(up, flows.get(flow, TreeFlows.CUT), down, flows.get(flow, TreeFlows.CUT + 1), height);
        if (group == old) {
            return false;
        }
        if (old != TreeFlows.NONE) {
            groups.remove(flow, up, down);
        }
        groups.add(flow, group);
        return true;
    }

    private boolean rateIsNew(int group) {
        if (groups.isEmpty(group)) {
            return false;
        }
        double rate = rate(group);
        if (rate == groups.rate(group)) {
            return false;
        }
        groups.setRate(group, rate);
        return true;
    }

    private double rate(int group) {
        int height = groups.height(group);
        return Math.min(up.limit(groups.cut(group, 0), height), down.limit(groups.cut(group, 1), height));
    }
}
