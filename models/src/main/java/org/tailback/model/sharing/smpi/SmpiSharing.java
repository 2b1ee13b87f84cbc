package org.tailback.model.sharing.smpi;

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
        super(model.crossTraffic() > 0 ? new ThereAndBack(topology) : topology, nodes);
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

    /** What the narrowest link of the route or the window allows. */
    @Override
    public double referenceRate(int source, int destination) {
        int length = oneWay.route(source, destination, there);
        double narrowest = window(length);
        for (int i = 0; i < length; i++) {
            narrowest = Math.min(narrowest, oneWay.capacity(there[i]));
        }
        return narrowest;
    }

    private double window(int links) {
        double latency = model.pathLatency(links);
        return latency > 0 && model.windowBytes() > 0 ? model.windowBytes() / (2 * latency) : Double.POSITIVE_INFINITY;
    }

    @Override
    public double pathLatency(int source, int destination) {
        return model.pathLatency(oneWay.route(source, destination, there));
    }

    @Override
    protected double window(int source, int destination) {
        return window(oneWay.route(source, destination, there));
    }

    @Override
    protected double weigh(int source, int destination, double[] parts) {
        int length = oneWay.route(source, destination, there);
        double serial = 0;
        for (int i = 0; i < length; i++) {
            serial += model.weightBytes() / oneWay.capacity(there[i]);
        }
        if (model.crossTraffic() > 0) {
            // the route of ThereAndBack: the links there, then those of the route back that are not among them
            int next = length;
            for (int i = 0, backLinks = oneWay.route(destination, source, back); i < backLinks; i++) {
                int at = ThereAndBack.indexOf(there, length, back[i]);
                if (at < 0) {
                    parts[next++] = model.crossTraffic();
                } else {
                    parts[at] += model.crossTraffic();
                }
            }
        }
        double latency = model.pathLatency(length);
        return (latency > 0 ? latency + serial : 1) / unitWeight;
    }

    @Override
    public List<String> warnings() {
        return oneWay.isAsInSimGrid()
                ? super.warnings()
                : List.of("smpi: the topologies torus and dragonfly are not SimGrid's TORUS and DRAGONFLY: nodes have"
                        + " links of their own here, and routes differ. Times may differ from SimGrid's by a third");
    }

    @Override
    public Explanation explain(int flow) {
        double rate = rate(flow);
        int batch = batchOf(flow);
        double level = levelOf(batch);
        List<Explanation> terms = new ArrayList<>();
        terms.add(Explanation.leaf("weight, in units of two node links", 1 / rateFactor(flow)));
        if (boundOf(batch) < Double.POSITIVE_INFINITY) {
            terms.add(Explanation.leaf("bound by the window or its own pace", boundOf(batch) * rateFactor(flow))
                    .asRate(topology.nodeBandwidth()));
        }
        for (int i = 0; i < crossings.length(batch); i++) {
            int link = crossings.link(batch, i);
            Load load = load(link);
            boolean bottleneck = load.full() && load.highestLevel() <= level * (1 + 1e-9);
            terms.add(Explanation.of(
                            topology.linkName(link) + (bottleneck ? ", bottleneck" : ""),
                            load.used(),
                            "used by all messages, cross traffic included" + (load.full() ? ", full" : ""),
                            Explanation.leaf("capacity", capacity[link]).asRate(topology.nodeBandwidth()),
                            Explanation.leaf("messages", messages[link]),
                            Explanation.leaf("part of this message's rate", partOf(batch, i) / rateFactor(flow)))
                    .asRate(topology.nodeBandwidth()));
        }
        return new Explanation("rate", rate, "weighted max-min share of the bottleneck link", terms)
                .asRate(topology.nodeBandwidth());
    }
}
