package org.tailback.model.sharing.smpi;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.model.sharing.link.LevelHeap;
import org.tailback.model.sharing.link.LinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link Smpi}: progressive filling over the links connected with a change. The level is w(i) v(i), common to all
 * messages that are not fixed yet. Links wait in a heap by the level at which they were full when they were put in, bounded
 * messages (numbered after the links) by the level of their bound. Levels only rise while others are filled, so the first one
 * that is still right is the next bottleneck.
 */
final class SmpiSharing extends LinkSharing {
    /** Levels this near to each other, relative, are equal. */
    private static final double ROUNDING = 1e-10;

    private final Smpi model;
    private final Topology oneWay;
    /** Most crossings of a message. */
    private final int stride;

    private final int[] there;
    private final int[] back;
    /** Weights are in units of that of two node links, so that they are 1 on a star, to the bit. */
    private final double unitWeight;
    /** 1 / w by message. */
    private double[] inverseWeight = new double[0];
    /** w times bound by message, infinite where a link is always narrower. */
    private double[] boundLevel = new double[0];
    /** What a message takes of a link per unit of its rate, by message * stride + index of the link. */
    private double[] part = new double[0];

    private final double[] left;
    /** Sum of part / w over the messages that are not fixed. */
    private final double[] usage;

    private final int[] open;
    private final double[] fixedUsage;
    private final int[] fixedCount;
    private final DenseSet links;
    private final DenseSet touched;
    private final DenseSet component = new DenseSet(16);
    private final DenseSet fixed = new DenseSet(16);
    private final LevelHeap heap = new LevelHeap();

    SmpiSharing(Smpi model, Topology topology, int nodes) {
        super(model.crossTraffic() > 0 ? new ThereAndBack(topology) : topology, nodes);
        this.model = model;
        oneWay = topology;
        stride = super.topology.longestRoute();
        there = new int[topology.longestRoute()];
        back = new int[topology.longestRoute()];
        double latency = model.pathLatency(2);
        unitWeight = latency > 0
                ? latency + (model.weightBytes() / model.bandwidth() + model.weightBytes() / model.bandwidth())
                : 1;
        left = new double[topology.links()];
        usage = new double[topology.links()];
        open = new int[topology.links()];
        fixedUsage = new double[topology.links()];
        fixedCount = new int[topology.links()];
        links = new DenseSet(topology.links());
        touched = new DenseSet(topology.links());
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
    protected void started(int flow, int source, int destination) {
        ensureCapacity(flow);
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
        inverseWeight[flow] = 1 / weight;
        boundLevel[flow] = bound < narrowest ? bound * weight : Double.POSITIVE_INFINITY;
        int backLinks = model.crossTraffic() > 0 ? oneWay.route(destination, source, back) : 0;
        for (int i = 0; i < flows.length(flow); i++) {
            int link = flows.link(flow, i);
            part[flow * stride + i] =
                    (i < length ? 1 : 0) + (ThereAndBack.contains(back, backLinks, link) ? model.crossTraffic() : 0);
        }
    }

    private void ensureCapacity(int flow) {
        if (flow >= inverseWeight.length) {
            int capacity = Math.max(Math.max(16, flow + 1), inverseWeight.length + (inverseWeight.length >> 1));
            inverseWeight = Arrays.copyOf(inverseWeight, capacity);
            boundLevel = Arrays.copyOf(boundLevel, capacity);
            part = Arrays.copyOf(part, capacity * stride);
        }
    }

    @Override
    protected void updateRates(DenseSet changedLinks) {
        collectConnected(changedLinks);
        prepare();
        double level = 0;
        while (!heap.isEmpty()) {
            double due = heap.firstLevel();
            int number = heap.first();
            heap.pop();
            if (number >= oneWay.links()) {
                int flow = number - oneWay.links();
                if (!fixed.contains(flow)) {
                    level = raised(level, due);
                    touched.clear();
                    fix(flow, level);
                    settle(level);
                }
            } else if (open[number] > 0) {
                double full = usage[number] > 0 ? left[number] / usage[number] : level;
                if (full > due * (1 + ROUNDING)) {
                    heap.push(full, number);
                } else {
                    level = raised(level, full);
                    fill(number, level);
                }
            }
        }
    }

    /** Never below the level before but for rounding; near ones are the same. */
    private static double raised(double level, double next) {
        return next <= level * (1 + ROUNDING) ? level : next;
    }

    private void collectConnected(DenseSet changedLinks) {
        links.clear();
        component.clear();
        for (int i = 0; i < changedLinks.size(); i++) {
            links.add(changedLinks.get(i));
        }
        for (int i = 0; i < links.size(); i++) {
            for (int c = flows.first(links.get(i)); c >= 0; c = flows.next(c)) {
                int flow = flows.flowOf(c);
                if (component.add(flow)) {
                    for (int j = 0; j < flows.length(flow); j++) {
                        links.add(flows.link(flow, j));
                    }
                }
            }
        }
        // the same order whatever started or ended first
        links.sort();
    }

    private void prepare() {
        heap.clear();
        fixed.clear();
        for (int i = 0; i < links.size(); i++) {
            int link = links.get(i);
            if (flows.count(link) > 0) {
                left[link] = topology.capacity(link);
                open[link] = flows.count(link);
                double sum = 0;
                for (int c = flows.first(link); c >= 0; c = flows.next(c)) {
                    sum += part[c] * inverseWeight[flows.flowOf(c)];
                }
                usage[link] = sum;
                heap.push(left[link] / sum, link);
            }
        }
        for (int i = 0; i < component.size(); i++) {
            int flow = component.get(i);
            if (boundLevel[flow] < Double.POSITIVE_INFINITY) {
                heap.push(boundLevel[flow], oneWay.links() + flow);
            }
        }
    }

    private void fill(int bottleneck, double level) {
        touched.clear();
        for (int c = flows.first(bottleneck); c >= 0; c = flows.next(c)) {
            int flow = flows.flowOf(c);
            if (!fixed.contains(flow)) {
                fix(flow, level);
            }
        }
        settle(level);
    }

    private void fix(int flow, double level) {
        fixed.add(flow);
        setRate(flow, level * inverseWeight[flow]);
        for (int j = 0; j < flows.length(flow); j++) {
            int link = flows.link(flow, j);
            touched.add(link);
            fixedUsage[link] += part[flow * stride + j] * inverseWeight[flow];
            fixedCount[link]++;
        }
    }

    private void settle(double level) {
        for (int i = 0; i < touched.size(); i++) {
            int link = touched.get(i);
            left[link] = Math.max(left[link] - fixedUsage[link] * level, 0);
            usage[link] -= fixedUsage[link];
            open[link] -= fixedCount[link];
            fixedUsage[link] = 0;
            fixedCount[link] = 0;
        }
    }

    @Override
    public Explanation explain(int flow) {
        double rate = rate(flow);
        double level = rate / inverseWeight[flow];
        List<Explanation> parts = new ArrayList<>();
        parts.add(Explanation.leaf("weight, in units of two node links", 1 / inverseWeight[flow]));
        if (boundLevel[flow] < Double.POSITIVE_INFINITY) {
            parts.add(Explanation.leaf("bound by the window", boundLevel[flow] * inverseWeight[flow]));
        }
        for (int i = 0; i < flows.length(flow); i++) {
            int link = flows.link(flow, i);
            double used = 0;
            double highest = 0;
            for (int c = flows.first(link); c >= 0; c = flows.next(c)) {
                int other = flows.flowOf(c);
                used += part[c] * rate(other);
                highest = Math.max(highest, rate(other) / inverseWeight[other]);
            }
            boolean full = used >= topology.capacity(link) * (1 - 1e-9);
            boolean bottleneck = full && highest <= level * (1 + 1e-9);
            parts.add(Explanation.of(
                    topology.linkName(link) + (bottleneck ? ", bottleneck" : ""),
                    used,
                    "used by all messages, cross traffic included" + (full ? ", full" : ""),
                    Explanation.leaf("capacity", topology.capacity(link)),
                    Explanation.leaf("messages", flows.count(link)),
                    Explanation.leaf("part of this message's rate", part[flow * stride + i])));
        }
        return new Explanation("rate", rate, "weighted max-min share of the bottleneck link", parts);
    }
}
