package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import java.util.List;
import java.util.stream.IntStream;
import org.tailback.error.InputException;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;

/**
 * What the models that share links have in common: the messages (or batches of them) on their routes, and the links at which messages
 * started or ended or whose capacity changed since the last recomputation. Nothing is allocated per start or end but growth.
 */
public abstract class LinkSharing implements BandwidthSharing, AdjustableCapacity {
    /** The links, with what they carry now. */
    protected final Topology topology;
    /** The messages in flight. */
    protected final RoutedFlows flows;
    /** Links at which flows started or ended or whose capacity changed; whoever recomputes clears it. */
    protected final DenseSet changedLinks;

    private final CurrentCapacities capacities;
    private final int nodes;
    /** Not a number if the topology does not tell. */
    private final double nodeBandwidth;

    /**
     * @param topology the links
     * @param nodes number of nodes, >= 1
     */
    protected LinkSharing(Topology topology, int nodes) {
        capacities = new CurrentCapacities(topology);
        this.topology = capacities;
        this.nodes = nodes;
        nodeBandwidth = topology.nodeBandwidth();
        flows = new RoutedFlows(topology);
        changedLinks = new DenseSet(topology.links());
    }

    /** Refuses what is no way between two nodes. */
    protected final void checkNodes(int flow, int source, int destination) {
        Preconditions.checkElementIndex(source, nodes, "source");
        Preconditions.checkElementIndex(destination, nodes, "destination");
        Preconditions.checkArgument(
                source != destination, "flow %s stays inside node %s: it is in no contention graph", flow, source);
    }

    /** Notes that the links of a flow have changed. */
    protected final void markLinks(int flow) {
        for (int i = 0; i < flows.length(flow); i++) {
            changedLinks.add(flows.link(flow, i));
        }
    }

    @Override
    public final List<String> linkNames() {
        return IntStream.range(0, topology.links()).mapToObj(topology::linkName).toList();
    }

    @Override
    public final void setLinkCapacity(int link, double fraction) {
        Preconditions.checkElementIndex(link, topology.links(), "link");
        checkFraction(fraction);
        capacities.setLink(link, fraction);
        noteCapacity(link);
    }

    /** As promised; where given routes let a node share its first link with others, these have its new capacity too. O(nodes). */
    @Override
    public final void setNodeCapacity(int node, double fraction) {
        Preconditions.checkElementIndex(node, nodes, "node");
        checkFraction(fraction);
        int[] route = new int[oneWay().longestRoute()];
        for (int other = 0; other < nodes; other++) {
            if (other != node) {
                if (length(node, other, route) > 0) {
                    setNodeLink(route[0], fraction);
                }
                int back = length(other, node, route);
                if (back > 0) {
                    setNodeLink(route[back - 1], fraction);
                }
            }
        }
    }

    private void setNodeLink(int link, double fraction) {
        capacities.setNode(link, fraction);
        noteCapacity(link);
    }

    private void noteCapacity(int link) {
        changedLinks.add(link);
        capacityChanged(link);
    }

    /** The capacity of a link has become {@code topology.capacity(link)}. */
    protected void capacityChanged(int link) {}

    private int length(int source, int destination, int[] route) {
        try {
            return oneWay().route(source, destination, route);
        } catch (InputException noRoute) {
            return 0;
        }
    }

    /** The links of the way from node to node, without others that a message may also use. */
    protected Topology oneWay() {
        return topology;
    }

    /**
     * Refuses a change of capacity that the model cannot follow; by default anything finite and > 0 will do.
     *
     * @throws IllegalArgumentException if the fraction cannot be used
     */
    protected void checkFraction(double fraction) {
        Preconditions.checkArgument(
                fraction > 0 && fraction < Double.POSITIVE_INFINITY,
                "a fraction of a capacity must be finite and > 0: %s",
                fraction);
    }

    /**
     * What a node's link carries, even where the way has a narrower one: a message alone is then as slow as that. Where routes are
     * given without that bandwidth, what the narrowest link of the way carries: then a message alone is never slowed.
     */
    @Override
    public double referenceRate(int source, int destination) {
        return nodeBandwidth > 0 ? nodeBandwidth : flows.loneRate(source, destination);
    }
}
