package org.tailback.model.sharing.smpi;

import java.util.Arrays;
import java.util.List;
import org.tailback.model.sharing.link.FairLinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link Smpi}. The level is w(i) v(i), common to all messages with the same bottleneck. A message uses
 * the links of its route, then those links of the route back that are not among them.
 */
final class SmpiSharing extends FairLinkSharing {
    private final Smpi model;
    private final int[] links;
    /** Weight of a route of two node links: the unit of weights, so that they are exactly 1 on a star. */
    private final double unitWeight;
    /** Of the message whose route was written last. */
    private double latency;

    private double weight;

    SmpiSharing(Smpi model, Topology topology, int nodes) {
        super(topology, nodes, (model.crossTraffic() > 0 ? 2 : 1) * topology.longestRoute());
        this.model = model;
        links = new int[topology.longestRoute()];
        double ofTwo = model.pathLatency(2);
        unitWeight = ofTwo > 0
                ? ofTwo + (model.weightBytes() / model.bandwidth() + model.weightBytes() / model.bandwidth())
                : 1;
    }

    @Override
    protected int route(int source, int destination, int[] into, double[] parts) {
        int there = topology.route(source, destination, into);
        Arrays.fill(parts, 0, there, 1);
        latency = latency(source, destination, there);
        double serial = 0;
        for (int i = 0; i < there; i++) {
            serial += model.weightBytes() / topology.capacity(into[i]);
        }
        weight = (latency > 0 ? latency + serial : 1) / unitWeight;
        if (model.crossTraffic() == 0) {
            return there;
        }
        int length = there;
        int back = topology.route(destination, source, links);
        for (int i = 0; i < back; i++) {
            int at = indexOf(into, there, links[i]);
            if (at < 0) {
                into[length] = links[i];
                parts[length++] = model.crossTraffic();
            } else if (topology.isShared(links[i])) {
                parts[at] += model.crossTraffic();
            }
        }
        return length;
    }

    private static int indexOf(int[] links, int length, int link) {
        int i = length - 1;
        while (i >= 0 && links[i] != link) {
            i--;
        }
        return i;
    }

    @Override
    protected double weight() {
        return weight;
    }

    @Override
    protected double window() {
        return window(latency);
    }

    private double window(double pathLatency) {
        return pathLatency > 0 && model.windowBytes() > 0
                ? model.windowBytes() / (2 * pathLatency)
                : Double.POSITIVE_INFINITY;
    }

    /** The capacity of the narrowest link of the route, or the window if that is smaller. */
    @Override
    public double referenceRate(int source, int destination) {
        return Math.min(window(pathLatency(source, destination)), super.referenceRate(source, destination));
    }

    @Override
    public double pathLatency(int source, int destination) {
        return latency(source, destination, topology.route(source, destination, links));
    }

    private double latency(int source, int destination, int length) {
        double given = topology.latency(source, destination);
        return Double.isNaN(given) ? model.pathLatency(length) : given;
    }

    @Override
    public List<String> warnings() {
        return topology.isAsInSimGrid()
                ? super.warnings()
                : List.of(
                        "smpi: SimGrid has no network with these links and routes: nodes of its TORUS and DRAGONFLY have"
                                + " no links of their own, and it knows neither ecmp nor adaptive routing. Times may differ from"
                                + " SimGrid's by a third");
    }

    @Override
    protected String explainRate() {
        return "weighted max-min share of the bottleneck link";
    }

    @Override
    protected List<Explanation> explainLimits(int batch, double bound) {
        Explanation weight = Explanation.leaf(
                unitWeight == 1 ? "weight, in seconds" : "weight, in units of two node links", 1 / factor(batch));
        return bound < Double.POSITIVE_INFINITY
                ? List.of(weight, bandwidth("bound by the window or the injection rate", bound * factor(batch)))
                : List.of(weight);
    }

    @Override
    protected Explanation explainShare(double part, double highestLevel) {
        return Explanation.leaf("part of this message's rate, cross traffic included", part);
    }
}
