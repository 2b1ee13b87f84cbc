package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.tailback.error.InputException;
import org.tailback.model.sharing.reach.Batches;
import org.tailback.model.sharing.reach.Crossings;
import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.model.sharing.reach.StartedMessages;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;

/**
 * What the models that share links have in common: the batches of equal messages on their routes, the capacities of links as they
 * are now, and the links at which messages started or ended or whose capacity changed since the last recomputation. Nothing is
 * allocated per start or end but growth.
 */
public abstract class LinkSharing implements BandwidthSharing, AdjustableCapacity {
    /** The links as they were built. */
    protected final Topology topology;
    /** By link: bytes per second now. */
    protected final double[] capacity;
    /** The messages in flight. */
    protected final Batches batches = new Batches();
    /** Those that have not been given a rate yet. */
    protected final StartedMessages started = new StartedMessages(batches);
    /** The batches on their routes. */
    protected final Crossings crossings;
    /** By link: the messages on it. */
    protected final int[] messages;
    /** Links at which messages started or ended or whose capacity changed; whoever recomputes clears it. */
    protected final DenseSet changedLinks;

    private final int nodes;
    private final int[] route;
    private final boolean nodesAreNarrowest;
    /** By link: the fractions of its capacity that a change of the link and of its node leave; empty until there is one. */
    private double[] linkFraction = {};

    private double[] nodeFraction = {};

    /**
     * @param topology the links
     * @param nodes number of nodes, >= 1
     */
    protected LinkSharing(Topology topology, int nodes) {
        this.topology = topology;
        this.nodes = nodes;
        int links = topology.links();
        capacity = new double[links];
        Arrays.setAll(capacity, topology::capacity);
        double ofNode = topology.nodeBandwidth();
        nodesAreNarrowest = ofNode > 0 && Arrays.stream(capacity).allMatch(each -> each >= ofNode);
        crossings = new Crossings(links, topology.longestRoute());
        route = new int[topology.longestRoute()];
        messages = new int[links];
        changedLinks = new DenseSet(links);
    }

    @Override
    public final void flowStarted(int flow, int source, int destination) {
        flowStarted(flow, source, destination, Double.POSITIVE_INFINITY);
    }

    @Override
    public final void flowStarted(int flow, int source, int destination, double pace) {
        Preconditions.checkElementIndex(source, nodes, "source");
        Preconditions.checkElementIndex(destination, nodes, "destination");
        Preconditions.checkArgument(
                source != destination, "flow %s stays inside node %s: it is in no contention graph", flow, source);
        Preconditions.checkState(!batches.contains(flow), "flow %s is already in flight", flow);
        int batch = batches.find(source, destination, pace);
        if (batch == Batches.NONE) {
            int links = topology.route(source, destination, route);
            batch = batches.open(flow, source, destination, pace);
            crossings.add(batch, route, links);
            opened(batch, source, destination);
        } else {
            batches.join(flow, batch);
        }
        started.add(flow);
        count(batch, 1);
        grown(batch);
    }

    @Override
    public final void flowEnded(int flow) {
        Preconditions.checkState(batches.contains(flow), "flow %s is not in flight", flow);
        int batch = batches.of(flow);
        started.remove(flow);
        shrinks(batch);
        count(batch, -1);
        if (batches.size(batch) > 1) {
            batches.leave(flow);
        } else {
            crossings.remove(batch);
            batches.close(batch);
        }
    }

    private void count(int batch, int more) {
        for (int i = crossings.length(batch); --i >= 0; ) {
            int link = crossings.link(batch, i);
            messages[link] += more;
            changedLinks.add(link);
        }
    }

    /** A batch has been put on its route and has no rate yet. */
    protected abstract void opened(int batch, int source, int destination);

    /** A batch has a message more. */
    protected void grown(int batch) {}

    /** A batch is about to have a message less. */
    protected void shrinks(int batch) {}

    /** The capacity of a link has changed. */
    protected void capacityChanged() {}

    @Override
    public final List<String> linkNames() {
        return IntStream.range(0, topology.links()).mapToObj(topology::linkName).toList();
    }

    @Override
    public final void setLinkCapacity(int link, double fraction) {
        Preconditions.checkElementIndex(link, capacity.length, "link");
        prepareFractions(fraction);
        linkFraction[link] = fraction;
        capacityChanged(link);
    }

    /** As promised; where given routes let a node share its first link with others, these have its new capacity too. O(nodes). */
    @Override
    public final void setNodeCapacity(int node, double fraction) {
        Preconditions.checkElementIndex(node, nodes, "node");
        prepareFractions(fraction);
        for (int other = 0; other < nodes; other++) {
            if (other != node) {
                if (length(node, other) > 0) {
                    setNodeLink(route[0], fraction);
                }
                int back = length(other, node);
                if (back > 0) {
                    setNodeLink(route[back - 1], fraction);
                }
            }
        }
    }

    private void prepareFractions(double fraction) {
        Preconditions.checkArgument(
                fraction > 0 && fraction < Double.POSITIVE_INFINITY,
                "a fraction of a capacity must be finite and > 0: %s",
                fraction);
        if (linkFraction.length == 0) {
            linkFraction = new double[capacity.length];
            Arrays.fill(linkFraction, 1);
            nodeFraction = linkFraction.clone();
        }
    }

    private int length(int source, int destination) {
        try {
            return oneWay().route(source, destination, route);
        } catch (InputException noRoute) {
            return 0;
        }
    }

    private void setNodeLink(int link, double fraction) {
        nodeFraction[link] = fraction;
        capacityChanged(link);
    }

    private void capacityChanged(int link) {
        capacity[link] = topology.capacity(link) * linkFraction[link] * nodeFraction[link];
        changedLinks.add(link);
        capacityChanged();
    }

    /** The links of the route from node to node, without others that a message may also use. */
    protected Topology oneWay() {
        return topology;
    }

    /** Bytes on the wire; where the topology has no bandwidth, what a node's link would carry during the gap. */
    @Override
    public double work(int source, int destination, double wireBytes, double gap) {
        return topology.isRelative() ? gap * topology.nodeBandwidth() : wireBytes;
    }

    /** Capacity of the narrowest link of the route, as the network was built. */
    @Override
    public double referenceRate(int source, int destination) {
        if (nodesAreNarrowest) {
            return topology.nodeBandwidth();
        }
        double narrowest = Double.POSITIVE_INFINITY;
        for (int i = oneWay().route(source, destination, route); --i >= 0; ) {
            narrowest = Math.min(narrowest, topology.capacity(route[i]));
        }
        return narrowest;
    }
}
