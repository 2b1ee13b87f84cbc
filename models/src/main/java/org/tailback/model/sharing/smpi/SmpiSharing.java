package org.tailback.model.sharing.smpi;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.List;
import org.tailback.model.sharing.link.FairLinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/** The state of {@link Smpi}: the level is w(i) v(i), common to all messages with the same bottleneck. */
final class SmpiSharing extends FairLinkSharing {
    private final Smpi model;
    private final Topology oneWay;
    private final int[] there;
    private final int[] back;
    /** Weights are in units of that of two node links, so that they are 1 on a star, to the bit. */
    private final double unitWeight;

    SmpiSharing(Smpi model, Topology topology, int nodes) {
        super(model.crossTraffic() > 0 ? new ThereAndBack(topology) : topology, nodes, true);
        this.model = model;
        oneWay = topology;
        there = new int[topology.longestRoute()];
        back = new int[topology.longestRoute()];
        double latency = model.pathLatency(2);
        unitWeight = latency > 0
                ? latency + (model.weightBytes() / model.bandwidth() + model.weightBytes() / model.bandwidth())
                : 1;
    }

    @Override
    protected Topology oneWay() {
        return oneWay;
    }

    /** Windows that the links as built hide are not looked at again. */
    @Override
    protected void checkFraction(double fraction) {
        super.checkFraction(fraction);
        Preconditions.checkArgument(
                fraction <= 1, "under smpi capacities can only sink, not grow to %s times", fraction);
    }

    @Override
    public double referenceRate(int source, int destination) {
        return model.bandwidth();
    }

    @Override
    public double pathLatency(int source, int destination) {
        return model.pathLatency(oneWay.route(source, destination, there));
    }

    @Override
    protected void weigh(int batch, int source, int destination) {
        int length = oneWay.route(source, destination, there);
        double narrowest = Double.POSITIVE_INFINITY;
        double serial = 0;
        for (int i = 0; i < length; i++) {
            double capacity = oneWay.capacity(there[i]);
            narrowest = Math.min(narrowest, capacity);
            serial += model.weightBytes() / capacity;
        }
        double latency = model.pathLatency(length);
        double weight = (latency > 0 ? latency + serial : 1) / unitWeight;
        double bound =
                latency > 0 && model.windowBytes() > 0 ? model.windowBytes() / (2 * latency) : Double.POSITIVE_INFINITY;
        setWeight(batch, weight, bound < narrowest ? bound * weight : Double.POSITIVE_INFINITY);
        int backLinks = model.crossTraffic() > 0 ? oneWay.route(destination, source, back) : 0;
        for (int i = 0; i < flows.length(batch); i++) {
            boolean onWayBack = ThereAndBack.contains(back, backLinks, flows.link(batch, i));
            setPart(batch, i, (i < length ? 1 : 0) + (onWayBack ? model.crossTraffic() : 0));
        }
    }

    @Override
    public Explanation explain(int flow) {
        double rate = rate(flow);
        int batch = batchOf(flow);
        double level = levelOf(batch);
        List<Explanation> parts = new ArrayList<>();
        parts.add(Explanation.leaf("weight, in units of two node links", 1 / rateFactor(flow)));
        if (boundOf(batch) < Double.POSITIVE_INFINITY) {
            parts.add(Explanation.leaf("bound by the window", boundOf(batch) * rateFactor(flow)));
        }
        for (int i = 0; i < flows.length(batch); i++) {
            int link = flows.link(batch, i);
            Load load = load(link);
            boolean bottleneck = load.full() && load.highestLevel() <= level * (1 + 1e-9);
            parts.add(Explanation.of(
                    topology.linkName(link) + (bottleneck ? ", bottleneck" : ""),
                    load.used(),
                    "used by all messages, cross traffic included" + (load.full() ? ", full" : ""),
                    Explanation.leaf("capacity", topology.capacity(link)),
                    Explanation.leaf("messages", load.messages()),
                    Explanation.leaf("part of this message's rate", partOf(batch, i) / rateFactor(flow))));
        }
        return new Explanation("rate", rate, "weighted max-min share of the bottleneck link", parts);
    }
}
