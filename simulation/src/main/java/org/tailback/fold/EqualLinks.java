package org.tailback.fold;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Link;
import org.tailback.sharing.SharingModel;

/**
 * Check whether a network treats equal nodes ({@link EqualNodes}) identically.
 *
 * <p><b>Links between switches.</b> The streams of one label have the same rate x(label) at all nodes, and the link out
 * of a node carries the sum of these rates, at most its capacity C. A link between switches on which each label has at
 * most m streams carries at most m times that sum. If its capacity is at least m C, the link does not limit any
 * message: rates limited only by the links of nodes are feasible, and each message has its bottleneck at a link of a
 * node. Examples are the links of a fat tree with an equal number of up and down links, where the messages of a shift
 * take different links.
 */
final class EqualLinks {
    private static final int DIRECTIONS = Link.Direction.values().length;

    private final BandwidthSharing sharing;
    /** Capacities of the network; null if messages do not share links. */
    private final @Nullable AdjustableCapacity network;

    private final EqualNodes nodes;
    private final int[] clusterNode;
    /** Link at the end of a node, by kind and direction. */
    private final @Nullable Link[] ofNode = new Link[Link.Kind.values().length * DIRECTIONS];

    private final double[] capacity = new double[ofNode.length];
    private List<Link> links = List.of();

    // arrays indexed by link
    private int[] most = {};
    private int[] present = {};
    private int[] labelOfPresent = {};

    private double rate;
    private double latency;

    private EqualLinks(
            BandwidthSharing sharing, @Nullable AdjustableCapacity network, EqualNodes nodes, Placement placement) {
        this.sharing = sharing;
        this.network = network;
        this.nodes = nodes;
        clusterNode = new int[nodes.count()];
        Arrays.setAll(clusterNode, node -> placement.nodeOf(nodes.rank(node)));
        rate = sharing.referenceRate(clusterNode[0], clusterNode[1]);
        latency = sharing.pathLatency(clusterNode[0], clusterNode[1]);
    }

    /**
     * Returns the reason why the network treats nodes differently, or nodes of a cycle differently from all nodes;
     * empty if it treats them alike. O(streams x links of a route + links).
     *
     * @param network null if messages do not share links
     * @param nodes number of nodes, at least two
     * @param cycle number of nodes of the cycle
     */
    static String problem(
            SharingModel model,
            BandwidthSharing sharing,
            @Nullable AdjustableCapacity network,
            EqualNodes nodes,
            Placement placement,
            int cycle) {
        EqualLinks equal = new EqualLinks(sharing, network, nodes, placement);
        if (network != null && !equal.isOfLikeNodes(network)) {
            return "links at the ends of nodes differ";
        }
        int[] distance = nodes.distances(cycle);
        if (!equal.isPassed(nodes.count(), (node, label) -> nodes.partner(node, label))
                || !equal.isPassed(cycle, (node, label) -> (node + distance[label]) % cycle)) {
            return "routes have different latencies or rates";
        }
        return network == null || equal.limitsNone(network, model instanceof MaxMin)
                ? ""
                : "links between switches may limit messages of single nodes";
    }

    /** Returns whether all links of one kind and direction are alike, and all other links are between switches. */
    private boolean isOfLikeNodes(AdjustableCapacity itsLinks) {
        links = itsLinks.links();
        most = new int[links.size()];
        present = new int[links.size()];
        labelOfPresent = new int[links.size()];
        for (int i = 0; i < links.size(); i++) {
            Link link = links.get(i);
            if (link.kind() == Link.Kind.INNER) {
                continue;
            }
            int key = link.kind().ordinal() * DIRECTIONS + link.direction().ordinal();
            Link known = ofNode[key];
            if (known == null) {
                ofNode[key] = link;
                capacity[key] = itsLinks.builtCapacity(i);
            }
            boolean isOfNode = link.kind() == Link.Kind.NODE || link.kind() == Link.Kind.HOST;
            if (!isOfNode
                    || known != null
                            && !(known.label().equals(link.label()) && capacity[key] == itsLinks.builtCapacity(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Counts the streams of a label on each link.
     *
     * @param to partner by node and label
     * @return false if a route has a different latency or a different uncontended rate
     */
    private boolean isPassed(int count, IntBinaryOperator to) {
        Arrays.fill(labelOfPresent, -1);
        for (int label = 0; label < nodes.labels(); label++) {
            for (int node = 0; node < count && nodes.streams().sends(0, label); node++) {
                int from = clusterNode[node];
                int end = clusterNode[to.applyAsInt(node, label)];
                if (from != end && !isPassed(label, from, end)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isPassed(int label, int from, int to) {
        // unknown latencies are also equal
        if (sharing.referenceRate(from, to) != rate || Double.compare(sharing.pathLatency(from, to), latency) != 0) {
            return false;
        }
        for (int link : network == null ? new int[0] : network.linksBetween(from, to)) {
            if (links.get(link).kind() == Link.Kind.INNER) {
                present[link] = labelOfPresent[link] == label ? present[link] + 1 : 1;
                labelOfPresent[link] = label;
                most[link] = Math.max(most[link], present[link]);
            }
        }
        return true;
    }

    /** Returns whether no link between switches limits a message. */
    private boolean limitsNone(AdjustableCapacity itsLinks, boolean isMaxMin) {
        double out = capacity[Link.Kind.NODE.ordinal() * DIRECTIONS + Link.Direction.OUT.ordinal()];
        for (int link = 0; link < most.length; link++) {
            if (most[link] > 0 && !(isMaxMin && out > 0 && itsLinks.builtCapacity(link) >= most[link] * out)) {
                return false;
            }
        }
        return true;
    }
}
