package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.tailback.error.InputException;
import org.tailback.model.sharing.reach.BatchedSharing;
import org.tailback.model.sharing.reach.Batches;
import org.tailback.model.sharing.reach.Crossings;
import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.Link;

/**
 * Base of the models that share links: the batches of equal messages on their routes, the present capacities of the
 * links, and the links at which messages started or ended or whose capacity changed. Nothing is allocated per start or
 * end, apart from arrays that grow.
 */
public abstract class LinkSharing extends BatchedSharing implements AdjustableCapacity {
    /** The links as they were built. */
    protected final Topology topology;
    /** By link, those on demand behind those of the topology: bytes per second now. */
    protected double[] capacity;
    /** The batches on their routes. */
    protected final Crossings crossings;
    /** By link: the messages on it. */
    protected int[] messages;
    /** Links at which messages started or ended or whose capacity changed; {@link #update} clears it. */
    protected final DenseSet changedLinks;

    /**
     * By kind, the links on demand that carry messages, if they are limited: batches of the batches of a connection in
     * both directions, of those that leave a rank, and of those that enter one.
     */
    protected final Batches[] onDemand;

    private final double connectionCapacity;
    private final double rankCapacity;
    private final int nodes;
    private final int[] route;
    private int routeLength;
    private final boolean nodesAreNarrowest;
    /** By link: the fraction of its capacity that changes of the link leave. Empty as long as all are 1. */
    private double[] linkFraction = {};
    /** By link: the fraction of its capacity that changes of a node leave. Empty as long as all are 1. */
    private double[] nodeFraction = {};

    /**
     * @param topology the links
     * @param nodes number of nodes, >= 1
     * @param longest most links of the topology that a message uses
     */
    protected LinkSharing(Topology topology, int nodes, int longest) {
        // one message for each node is common
        super(topology.links(), nodes);
        this.topology = topology;
        this.nodes = nodes;
        int links = topology.links();
        capacity = new double[links];
        Arrays.setAll(capacity, topology::capacity);
        double ofNode = topology.nodeBandwidth();
        nodesAreNarrowest = topology.everyRouteTakesNodeLinks()
                && ofNode > 0
                && Arrays.stream(capacity).allMatch(each -> each >= ofNode);
        connectionCapacity = topology.connectionCapacity();
        rankCapacity = topology.rankCapacity();
        onDemand = new Batches[regardsRanks() ? 3 : connectionCapacity < Double.POSITIVE_INFINITY ? 1 : 0];
        Arrays.setAll(onDemand, kind -> new Batches(0));
        route = new int[longest + onDemand.length];
        crossings = new Crossings(links, nodes, route.length);
        messages = new int[links];
        changedLinks = new DenseSet(links);
    }

    /**
     * Returns a topology, for models that know only links that messages share.
     *
     * @throws InputException if others are given
     */
    protected static Topology sharedOnly(Topology topology) {
        for (int link = 0; link < topology.links(); link++) {
            if (!topology.isShared(link)) {
                throw new InputException("link " + topology.link(link).name()
                        + " is not shared ('shared: false'), which this model does not know. Use smpi or max-min");
            }
        }
        return topology;
    }

    @Override
    protected final boolean regardsPaces() {
        return true;
    }

    @Override
    protected final boolean regardsRanks() {
        return rankCapacity < Double.POSITIVE_INFINITY;
    }

    @Override
    protected final void check(int flow, int source, int destination) {
        Preconditions.checkElementIndex(source, nodes, "source");
        Preconditions.checkElementIndex(destination, nodes, "destination");
        Preconditions.checkArgument(
                source != destination, "flow %s stays inside node %s: it is in no contention graph", flow, source);
        routeLength = route(source, destination, route);
    }

    /** Writes the links that a message uses into an array, each once, and returns their number. */
    protected int route(int source, int destination, int[] into) {
        return topology.route(source, destination, into);
    }

    @Override
    protected void opened(int batch, int source, int destination, double pace) {
        int from = batches.source(batch);
        int to = batches.destination(batch);
        if (connectionCapacity < Double.POSITIVE_INFINITY) {
            addOnDemand(0, batch, Math.min(from, to), Math.max(from, to), connectionCapacity);
        }
        if (regardsRanks()) {
            addOnDemand(1, batch, from, from, rankCapacity);
            addOnDemand(2, batch, to, to, rankCapacity);
        }
        crossings.add(batch, route, routeLength);
        count(batch, 1);
    }

    /** Adds a batch to a link on demand, known by two numbers, and the link to the route. */
    private void addOnDemand(int kind, int batch, int lower, int higher, double itsCapacity) {
        Batches ofKind = onDemand[kind];
        int number = ofKind.find(lower, higher, itsCapacity);
        if (number == Batches.NONE) {
            number = ofKind.open(batch, lower, higher, itsCapacity);
        } else {
            ofKind.join(batch, number);
        }
        int link = rates.onDemand(onDemand.length * number + kind);
        route[routeLength++] = link;
        if (link >= capacity.length) {
            capacity = Arrays.copyOf(capacity, link + 1 + (link >> 1));
            messages = Arrays.copyOf(messages, capacity.length);
            crossings.ensureLink(capacity.length - 1);
        }
        capacity[link] = itsCapacity;
    }

    @Override
    protected void resized(int batch, int by) {
        count(batch, by);
    }

    @Override
    protected void closed(int batch) {
        count(batch, -1);
        crossings.remove(batch);
        for (Batches ofKind : onDemand) {
            if (ofKind.contains(batch)) {
                int number = ofKind.of(batch);
                if (ofKind.size(number) > 1) {
                    ofKind.leave(batch);
                } else {
                    ofKind.close(number);
                }
            }
        }
    }

    private void count(int batch, int more) {
        for (int i = crossings.length(batch); --i >= 0; ) {
            int link = crossings.link(batch, i);
            messages[link] += more;
            changedLinks.add(link);
        }
    }

    /** The name of a link, or of what one on demand stands for. */
    protected final String linkName(int link) {
        if (link < topology.links()) {
            return topology.link(link).name();
        }
        int kind = rates.indexOf(link) % onDemand.length;
        int number = rates.indexOf(link) / onDemand.length;
        int first = onDemand[kind].source(number);
        return kind == 0
                ? "connection " + first + " - " + onDemand[kind].destination(number)
                : (kind == 1 ? "out of rank " : "into rank ") + first;
    }

    @Override
    public final List<Link> links() {
        return IntStream.range(0, topology.links()).mapToObj(topology::link).toList();
    }

    @Override
    public final int[] linksBetween(int source, int destination) {
        int[] links = new int[topology.longestRoute()];
        return Arrays.copyOf(links, topology.route(source, destination, links));
    }

    @Override
    public final void setLinkCapacity(int link, double fraction) {
        Preconditions.checkElementIndex(link, topology.links(), "link");
        check(fraction);
        linkFraction = changed(linkFraction, link, fraction);
        capacityChanged(link);
    }

    /**
     * As promised; where given routes let a node share its first link with others, these have its new capacity too.
     * O(nodes).
     */
    @Override
    public final void setNodeCapacity(int node, double fraction) {
        Preconditions.checkElementIndex(node, nodes, "node");
        check(fraction);
        for (int other = 0; other < nodes; other++) {
            if (other != node) {
                setNodeLink(node, other, true, fraction);
                setNodeLink(other, node, false, fraction);
            }
        }
    }

    private static void check(double fraction) {
        Preconditions.checkArgument(
                fraction > 0 && fraction < Double.POSITIVE_INFINITY,
                "a fraction of a capacity must be finite and > 0: %s",
                fraction);
    }

    /** Sets the fraction of the first or the last link of a route, if there is a route. */
    private void setNodeLink(int source, int destination, boolean first, double fraction) {
        try {
            int length = topology.withoutLimits().route(source, destination, route);
            if (length > 0) {
                int link = route[first ? 0 : length - 1];
                nodeFraction = changed(nodeFraction, link, fraction);
                capacityChanged(link);
            }
        } catch (InputException noRoute) {
            // no link to change
        }
    }

    @Override
    public double builtCapacity(int link) {
        return topology.capacity(link);
    }

    private double[] changed(double[] fractions, int link, double fraction) {
        double[] changed = fractions;
        if (changed.length == 0) {
            changed = new double[topology.links()];
            Arrays.fill(changed, 1);
        }
        changed[link] = fraction;
        return changed;
    }

    private static double of(double[] fractions, int link) {
        return fractions.length == 0 ? 1 : fractions[link];
    }

    /** Updates the capacity of a link after a change of its fractions. */
    protected void capacityChanged(int link) {
        capacity[link] = topology.capacity(link) * of(linkFraction, link) * of(nodeFraction, link);
        changedLinks.add(link);
    }

    /**
     * Bytes on the wire; where the topology has no bandwidth, the bytes that a node's link would carry during the gap.
     */
    @Override
    public double work(int source, int destination, double wireBytes, double gap) {
        return topology.isRelative() ? gap * topology.nodeBandwidth() : wireBytes;
    }

    /** Capacity of the narrowest link of the route, the interface of a rank among them, as the network was built. */
    @Override
    public double referenceRate(int source, int destination) {
        if (nodesAreNarrowest) {
            return Math.min(topology.nodeBandwidth(), rankCapacity);
        }
        double narrowest = rankCapacity;
        for (int i = topology.withoutLimits().route(source, destination, route); --i >= 0; ) {
            narrowest = Math.min(narrowest, topology.capacity(route[i]));
        }
        return narrowest;
    }

    /** Returns the present capacity of the narrowest link of a batch's route. */
    protected final double narrowest(int batch) {
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < crossings.length(batch); i++) {
            smallest = Math.min(smallest, capacity[crossings.link(batch, i)]);
        }
        return smallest;
    }

    /** A term of an explanation that is a bandwidth. */
    protected final Explanation bandwidth(String name, double value) {
        return Explanation.leaf(name, value).asRate(topology.nodeBandwidth());
    }
}
