package org.tailback.model.sharing.maxmin;

import java.util.ArrayList;
import java.util.List;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.model.sharing.link.LevelHeap;
import org.tailback.model.sharing.link.LinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link MaxMin}: progressive filling over the links connected with a change. Links wait in a heap by the
 * share that they could give when they were put in; since shares only grow while others are filled, the first link whose
 * share is still right is the next bottleneck.
 */
final class MaxMinSharing extends LinkSharing {
    /** Shares this near to each other, relative, are equal. */
    private static final double ROUNDING = 1e-12;

    private final double[] left;
    private final int[] open;
    /** Flows of each link that were fixed at the present bottleneck. */
    private final int[] fixedNow;

    private final DenseSet links;
    private final DenseSet touched;
    private final DenseSet component = new DenseSet(16);
    private final DenseSet fixed = new DenseSet(16);
    private final LevelHeap heap = new LevelHeap();

    MaxMinSharing(Topology topology, int nodes) {
        super(topology, nodes);
        left = new double[topology.links()];
        open = new int[topology.links()];
        fixedNow = new int[topology.links()];
        links = new DenseSet(topology.links());
        touched = new DenseSet(topology.links());
    }

    @Override
    protected void updateRates(DenseSet changedLinks) {
        collectConnected(changedLinks);
        heap.clear();
        for (int i = 0; i < links.size(); i++) {
            int link = links.get(i);
            if (flows.count(link) > 0) {
                left[link] = topology.capacity(link);
                open[link] = flows.count(link);
                heap.push(left[link] / open[link], link);
            }
        }
        fixed.clear();
        double level = 0;
        while (!heap.isEmpty()) {
            double key = heap.firstLevel();
            int link = heap.first();
            heap.pop();
            if (open[link] > 0) {
                double share = left[link] / open[link];
                if (share > key * (1 + ROUNDING)) {
                    heap.push(share, link);
                } else {
                    // never below the level before but for rounding; near ones are the same
                    level = share <= level * (1 + ROUNDING) ? level : share;
                    fill(link, level);
                }
            }
        }
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

    private void fill(int bottleneck, double rate) {
        touched.clear();
        for (int c = flows.first(bottleneck); c >= 0; c = flows.next(c)) {
            int flow = flows.flowOf(c);
            if (fixed.add(flow)) {
                setRate(flow, rate);
                for (int j = 0; j < flows.length(flow); j++) {
                    int link = flows.link(flow, j);
                    touched.add(link);
                    fixedNow[link]++;
                }
            }
        }
        for (int i = 0; i < touched.size(); i++) {
            int link = touched.get(i);
            // one product instead of many sums: less rounding, and none that depends on an order
            left[link] -= fixedNow[link] * rate;
            open[link] -= fixedNow[link];
            fixedNow[link] = 0;
        }
    }

    @Override
    public Explanation explain(int flow) {
        double rate = rate(flow);
        List<Explanation> parts = new ArrayList<>();
        for (int i = 0; i < flows.length(flow); i++) {
            int link = flows.link(flow, i);
            double used = 0;
            double fastest = 0;
            for (int c = flows.first(link); c >= 0; c = flows.next(c)) {
                used += rate(flows.flowOf(c));
                fastest = Math.max(fastest, rate(flows.flowOf(c)));
            }
            boolean full = used >= topology.capacity(link) * (1 - 1e-9);
            boolean bottleneck = full && fastest <= rate * (1 + 1e-9);
            parts.add(Explanation.of(
                    topology.linkName(link) + (bottleneck ? ", bottleneck" : ""),
                    used,
                    "used by all messages" + (full ? ", full" : ""),
                    Explanation.leaf("capacity", topology.capacity(link)),
                    Explanation.leaf("messages", flows.count(link)),
                    Explanation.leaf("fastest message", fastest)));
        }
        return new Explanation("rate", rate, "max-min fair share of the bottleneck link", parts);
    }
}
