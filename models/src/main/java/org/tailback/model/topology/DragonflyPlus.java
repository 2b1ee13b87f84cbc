package org.tailback.model.topology;

import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.model.topology.HostPlaces.Level;
import org.tailback.settings.Settings;

/**
 * A dragonfly+ [1]: groups (cells) of leaf and spine switches. Every node is at one leaf, every leaf of a group has a
 * link to every spine of the group, and every two groups have the same number K of global links between their spines. A
 * minimal route is up to a spine, over one global link to the other group, and down to the leaf: three links between
 * switches, two inside a group, none at a leaf. Links up precede links down, so routes form no cycle.
 *
 * <p><b>Wiring.</b> Groups form a circle. The K links to the group at distance d = 1, 2, … (upwards) are numbered j =
 * 0…K-1; link j is at spine ((d - 1) K + j) mod S of its group, S the number of spines. The links of a group are
 * therefore distributed cyclically over its spines, and the numbers of links per spine differ by at most one. With K =
 * S, the default, link j connects the spines with number j.
 *
 * <p><b>Routes.</b> Routes are static. A message from leaf l of a group to the node with number q in its group takes
 *
 * <pre>
 * global link j = (l + q) mod K     between groups
 * spine       s = (l + q) mod S     inside a group
 * </pre>
 *
 * <p>Consequently all messages from one leaf to one node share their route, as with forwarding tables in switches.
 * Messages from one leaf to S neighbouring nodes take different spines (between groups: if K = S). If a leaf has fewer
 * nodes than there are spines, messages to it use all its links only if they come from several leaves. Messages from
 * several leaves to one node take several spines, so an incast fills more links than under routes that depend on the
 * destination only. The paper does not define wiring and static routes; it uses adaptive routes, as in
 * {@link AdaptiveDragonfly}.
 *
 * <p><b>Worked example</b> ({@code DragonflyPlusTest}). 2 groups of 2 leaves, 2 spines, 2 nodes per leaf; nodes 0 to 3
 * are in group 0, nodes 4 to 7 in group 1; every link has the capacity 1. 0&gt;6 has l = 0, q = 2, j = 0: leaf 0, spine
 * 0, link 0 to group 1, spine 0, leaf 1. {@code 0>4 1>5 2>6 3>7} have j = 0, 1, 1, 0: each leaf link has one message,
 * each of the two global links has two. Under max-min each gets 1/2; with global links of 2, each gets 1.
 *
 * <p>[1] A. Shpiner, Z. Haramaty, S. Eliad, V. Zdornov, B. Gafni, E. Zahavi: Dragonfly+: Low Cost Topology for Scaling
 * Datacenters, HiPINEB 2017, section II.
 *
 * @param globalLinks number of links between two groups, each direction
 */
record DragonflyPlus(int groups, int leaves, int spines, int nodesPerLeaf, int globalLinks, LinkBlocks blocks)
        implements BlockTopology {
    // blocks of links after the node links
    private static final int LEAVES = 1;
    private static final int GLOBAL = 2;

    static TopologyPlan read(Settings settings, double bandwidth) {
        int[] sizes =
                Dragonfly.sizes(settings, 4, "groups x leaves x spines of each x nodes of each leaf, such as 4x3x3x2");
        int groups = sizes[0];
        int leaves = sizes[1];
        int nodes = TopologySizes.product(groups, leaves, sizes[3]);
        int globalLinks = settings.integer("global-links", 1, Cluster.MAX_NODES, sizes[2]);
        double link = settings.bytesPerSecond("link-bandwidth", bandwidth);
        double global = settings.bytesPerSecond("global-bandwidth", link);
        // a message that uses all spines and all links to a group equally has one link with the sum of their bandwidths
        boolean merged = Routing.isSplit(settings) || Routing.isMinimal(settings);
        int spines = merged ? 1 : sizes[2];
        int cables = merged ? 1 : globalLinks;
        double leafCapacity = merged ? link * sizes[2] : link;
        double globalCapacity = merged ? global * globalLinks : global;
        LinkBlocks blocks = new LinkBlocks(settings, "groups").addNodes(nodes, bandwidth);
        BlockTopology dragonfly;
        if (Routing.isSplit(settings)) {
            dragonfly = AdaptiveDragonfly.of(
                    settings, groups, leaves, sizes[3], false, leafCapacity, globalCapacity, blocks);
        } else {
            blocks.add(2L * groups * leaves * spines, leafCapacity, i -> leafLink(i, leaves, spines));
            blocks.add((long) groups * (groups - 1) * cables, globalCapacity, i -> cable(i, groups, cables));
            dragonfly = new DragonflyPlus(groups, leaves, spines, sizes[3], cables, blocks);
        }
        List<Level> levels = List.of(new Level("groups-of", groups), new Level("leaves-of", leaves));
        return cluster -> HostPlaces.put(cluster, dragonfly, nodes, settings, "groups", levels, sizes[3]);
    }

    private static String leafLink(int link, int leaves, int spines) {
        int leaf = link / 2 / spines;
        String direction = link % 2 == 0 ? " to" : " from";
        return "group " + leaf / leaves + " leaf " + leaf % leaves + direction + " spine " + link / 2 % spines;
    }

    private static String cable(int link, int groups, int cables) {
        return Dragonfly.between(link / cables, groups) + " link " + link % cables;
    }

    /** Returns the link between a leaf, numbered through all groups, and a spine of its group. */
    private int linkOfLeaf(int leaf, int spine, int direction) {
        return blocks.first(LEAVES) + 2 * (leaf * spines + spine) + direction;
    }

    private int spine(int distance, int globalLink) {
        return ((distance - 1) * globalLinks + globalLink) % spines;
    }

    @Override
    public int longestRoute() {
        return 5;
    }

    @Override
    public int routes(int source, int destination) {
        int leaf = source / nodesPerLeaf;
        int lastLeaf = destination / nodesPerLeaf;
        return leaf == lastLeaf ? 1 : leaf / leaves == lastLeaf / leaves ? spines : globalLinks;
    }

    @Override
    public int route(int source, int destination, int[] into) {
        return route(source, destination, 0, into);
    }

    /** Writes route r, which uses the r-th spine or global link after the spine or link of the static route. */
    @Override
    public int route(int source, int destination, int number, int[] into) {
        int length = 0;
        into[length++] = 2 * source;
        int leaf = source / nodesPerLeaf;
        int lastLeaf = destination / nodesPerLeaf;
        if (leaf != lastLeaf) {
            int group = leaf / leaves;
            int distance = Math.floorMod(lastLeaf / leaves - group, groups);
            int index = leaf % leaves + destination % (leaves * nodesPerLeaf) + number;
            if (distance == 0) {
                into[length++] = linkOfLeaf(leaf, index % spines, 0);
                into[length++] = linkOfLeaf(lastLeaf, index % spines, 1);
            } else {
                int cable = index % globalLinks;
                into[length++] = linkOfLeaf(leaf, spine(distance, cable), 0);
                into[length++] = blocks.first(GLOBAL) + (group * (groups - 1) + distance - 1) * globalLinks + cable;
                into[length++] = linkOfLeaf(lastLeaf, spine(groups - distance, cable), 1);
            }
        }
        into[length++] = 2 * destination + 1;
        return length;
    }
}
