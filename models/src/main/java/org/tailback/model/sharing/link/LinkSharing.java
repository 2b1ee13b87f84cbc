package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.tailback.columns.Columns;
import org.tailback.error.InputException;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.Link;
import org.tailback.sharing.part.Batches;
import org.tailback.sharing.part.PartSharing;

/**
 * Base of the models that share links, with batches of equal messages on their routes and the current capacities of the
 * links. Each connection or direction of a rank with a limit is an additional link, numbered after the links of the
 * topology. Memory is allocated per start or end only for growing arrays.
 */
public abstract class LinkSharing extends PartSharing implements AdjustableCapacity {
    /** Topology with the links as built. */
    protected final Topology topology;
    /** Current capacity, bytes per second, by link; links on demand follow the links of the topology. */
    protected double[] capacity;
    /** Largest number of links on demand of a message. */
    protected static final int ON_DEMAND = 3;

    // kinds of links on demand
    private static final int CONNECTION = 0;
    private static final int OUT_OF_RANK = 1;
    private static final int INTO_RANK = 2;
    private static final int NONE = -1;

    /** Links on demand in use, numbered after the links of the topology: batches by two ends and kind. */
    private final Batches onDemand = new Batches(0);

    /** Sending rank of the starting message; NONE if its ranks are unknown, in which case nodes represent the ranks. */
    private int sender = NONE;

    private int receiver = NONE;

    private final double connectionCapacity;
    private final double rankCapacity;
    /** Fraction of the ranks' capacity that remains after changes. */
    private double rankFraction = 1;

    private final int nodes;
    private final int[] route;
    private final boolean nodesAreNarrowest;
    /** Built capacity as a fraction of the topology's capacity, by link. Empty as long as all fractions are 1. */
    private double[] builtFraction = {};
    /**
     * Fraction of the capacity that remains after changes of the link, by link. Empty as long as all fractions are 1.
     */
    private double[] linkFraction = {};
    /** Fraction of the capacity that remains after changes of a node, by link. Empty as long as all fractions are 1. */
    private double[] nodeFraction = {};

    /**
     * Creates the rates of a network.
     *
     * @param topology links and routes
     * @param nodes number of nodes, >= 1
     * @param longest maximum number of links of the topology that a message uses
     */
    protected LinkSharing(Topology topology, int nodes, int longest) {
        // one message per node is common
        super(topology.links(), longest + onDemand(topology), nodes);
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
        route = new int[longest];
    }

    /**
     * Returns a topology, for models that support only undivided routes.
     *
     * @throws InputException if messages are split
     */
    protected static Topology wholeOnly(Topology topology) {
        if (topology.isSplit()) {
            throw new InputException("Only max-min splits messages between routes, as 'routing: valiant' and 'adaptive'"
                    + " of dragonflies do. Use max-min, or routing: minimal");
        }
        return topology;
    }

    /**
     * Returns a topology, for models that support only shared links.
     *
     * @throws InputException if there are other links, or messages are split
     */
    protected static Topology sharedOnly(Topology topology) {
        wholeOnly(topology);
        for (int link = 0; link < topology.links(); link++) {
            if (!topology.isShared(link)) {
                throw new InputException("link " + topology.link(link).name()
                        + " is not shared ('shared: false'), which the model does not support. Use smpi or max-min");
            }
        }
        return topology;
    }

    @Override
    protected final boolean regardsInjectionRates() {
        return true;
    }

    @Override
    protected final int crosses(int source, int destination, int[] into) {
        Preconditions.checkElementIndex(source, nodes, "source");
        Preconditions.checkElementIndex(destination, nodes, "destination");
        int links = route(source, destination, into);
        int from = regardsRanks() && sender != NONE ? sender : source;
        int to = regardsRanks() && receiver != NONE ? receiver : destination;
        if (connectionCapacity < Double.POSITIVE_INFINITY) {
            into[links++] = onDemand(CONNECTION, Math.min(from, to), Math.max(from, to), connectionCapacity);
        }
        if (regardsRanks()) {
            into[links++] = onDemand(OUT_OF_RANK, from, from, rankCapacity * rankFraction);
            into[links++] = onDemand(INTO_RANK, to, to, rankCapacity * rankFraction);
        }
        return links;
    }

    private static int onDemand(Topology topology) {
        return (topology.connectionCapacity() < Double.POSITIVE_INFINITY ? 1 : 0)
                + (topology.rankCapacity() < Double.POSITIVE_INFINITY ? 2 : 0);
    }

    /** Returns the link of a kind between two ends, after adding one batch to it. */
    private int onDemand(int kind, int lower, int higher, double itsCapacity) {
        int link = topology.links() + onDemand.join(lower, higher, kind);
        ensureLink(link);
        capacity = Columns.fit(capacity, link);
        capacity[link] = itsCapacity;
        return link;
    }

    private boolean regardsRanks() {
        return rankCapacity < Double.POSITIVE_INFINITY;
    }

    @Override
    public final Batching batching() {
        return regardsRanks() ? Batching.RANKS_AND_INJECTION_RATE : super.batching();
    }

    @Override
    public final void flowStarted(int flow, int source, int destination, double injectionRate, int from, int to) {
        sender = from;
        receiver = to;
        flowStarted(flow, source, destination, injectionRate);
        sender = NONE;
        receiver = NONE;
    }

    /** Writes the links that a message uses into an array, each once, and returns their number. */
    protected int route(int source, int destination, int[] into) {
        return topology.route(source, destination, into);
    }

    @Override
    protected void closed(int batch) {
        for (int i = crossings.length(batch); --i >= 0 && crossings.link(batch, i) >= topology.links(); ) {
            onDemand.leave(crossings.link(batch, i) - topology.links());
        }
    }

    /** Returns the name of a link, or of the rank or connection of a link on demand. */
    protected final String linkName(int link) {
        if (link < topology.links()) {
            return topology.link(link).name();
        }
        int number = link - topology.links();
        int first = onDemand.source(number);
        return onDemand.injectionRate(number) == CONNECTION
                ? "connection " + first + " - " + onDemand.destination(number)
                : (onDemand.injectionRate(number) == OUT_OF_RANK ? Link.outOfRank(first) : Link.intoRank(first)).name();
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
     * Sets the capacity of a node's links. Where several nodes share a first link by given routes, all of them have the
     * new capacity. O(nodes).
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

    @Override
    public final double rankCapacity() {
        return rankCapacity;
    }

    @Override
    public final double connectionCapacity() {
        return connectionCapacity;
    }

    @Override
    public final void setRankCapacity(double fraction) {
        check(fraction);
        rankFraction = fraction;
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
        return topology.capacity(link) * of(builtFraction, link);
    }

    @Override
    public final double capacity(int link) {
        return topology.isRelative() || topology.transit(link) >= 0 ? Double.NaN : capacity[link];
    }

    @Override
    public final double part(int link, int source, int destination) {
        return topology.part(link, source, destination);
    }

    @Override
    public final void setBuiltCapacity(int link, double fraction) {
        Preconditions.checkElementIndex(link, topology.links(), "link");
        check(fraction);
        builtFraction = changed(builtFraction, link, fraction);
        capacityChanged(link);
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
        capacity[link] = builtCapacity(link) * of(linkFraction, link) * of(nodeFraction, link);
        changedLinks.add(link);
    }

    /**
     * Returns the bytes on the wire; where the topology has no bandwidth, the bytes that a node's link would carry
     * during the gap.
     */
    @Override
    public double work(int source, int destination, double wireBytes, double gap) {
        return topology.isRelative() ? gap * topology.nodeBandwidth() : wireBytes;
    }

    /**
     * Returns the capacity of the narrowest link of the route, including the interface of a rank, as the network was
     * built.
     */
    @Override
    public double referenceRate(int source, int destination) {
        double ofRank = rankCapacity * rankFraction;
        if (nodesAreNarrowest && builtFraction.length == 0) {
            return Math.min(topology.nodeBandwidth(), ofRank);
        }
        double narrowest = ofRank;
        for (int i = topology.withoutLimits().route(source, destination, route); --i >= 0; ) {
            // a link with a transit link does not limit messages
            if (topology.transit(route[i]) < 0) {
                narrowest = Math.min(narrowest, builtCapacity(route[i]));
            }
        }
        return narrowest;
    }

    /** Returns the current capacity of the narrowest link of a batch's route. */
    protected final double narrowest(int batch) {
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < crossings.length(batch); i++) {
            smallest = Math.min(smallest, capacity[crossings.link(batch, i)]);
        }
        return smallest;
    }

    /** Returns a bandwidth as a term of an explanation. */
    protected final Explanation bandwidth(String name, double value) {
        return Explanation.leaf(name, value).asRate(topology.nodeBandwidth());
    }
}
