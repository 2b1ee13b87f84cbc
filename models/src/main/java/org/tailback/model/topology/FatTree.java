package org.tailback.model.topology;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.tailback.model.topology.HostPlaces.Level;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;
import org.tailback.sharing.Link;

/**
 * An extended generalised fat tree XGFT(h; m_1…m_h; w_1…w_h): a switch of level i has m_i children, and a child of
 * level i-1 has w_i parents; the nodes are level 0. Messages go up to the first level where a common ancestor
 * exists, and down. The parent is selected by the destination's number (destination modulo, D-mod-k), so messages
 * to one node share their route down and messages to different nodes are distributed over the parents.
 *
 * <p>A level is tapered if its links up have less total capacity than the links below it: w_(i+1) times their bandwidth
 * is less than m_i times the bandwidth of the level below.
 *
 * <p><b>Worked example</b> ({@code InterfacesTest}). Leaves of 4 nodes with 2 links up, and every link has the capacity
 * 1: {@code 0>4 1>5 2>6 3>7} get 1/2 each, as two messages share a link up. With links of capacity 2 between switches,
 * each gets 1.
 *
 * <p>Reference: S. Ohring, M. Ibel, S. Das, M. Kumar: On generalized fat trees, IPPS 1995; E. Zahavi: D-Mod-K routing
 * providing non-blocking traffic for shift permutations on real life fat trees, CCIT report 776, 2010.
 *
 * @param children m_1…m_h, >= 1
 * @param parents w_1…w_h, >= 1
 * @param roots product of the numbers of parents below a level
 * @param leaves product of the numbers of children below a level: nodes under a switch of that level
 */
record FatTree(int[] children, int[] parents, int[] roots, int[] leaves, LinkBlocks blocks) implements BlockTopology {
    private static final String LINK_BANDWIDTH = "link-bandwidth";

    static TopologyPlan read(Settings settings, double bandwidth) {
        int[] down = TopologySizes.of(settings, "down");
        int[] up = TopologySizes.of(settings, "up");
        if (down.length != up.length) {
            throw settings.problem(
                    "up",
                    "'down' has " + down.length + " levels and 'up' has " + up.length + ": the numbers must be equal",
                    "");
        }
        double[] bandwidths = linkBandwidths(settings, down.length, bandwidth);
        FatTree tree =
                Routing.isSplit(settings) ? merged(settings, down, up, bandwidths) : of(settings, down, up, bandwidths);
        int top = down.length - 1;
        int leaves = TopologySizes.product(Arrays.copyOfRange(down, Math.min(1, top), top));
        List<Level> levels = List.of(new Level("groups-of", down[top]), new Level("leaves-of", leaves));
        int nodes = tree.leaves[down.length];
        return cluster -> HostPlaces.put(cluster, tree, nodes, settings, "down", levels, top == 0 ? 1 : down[0]);
    }

    /**
     * Returns the tree with the same capacity at all links of a level.
     *
     * @param capacity capacity of a link between levels i-1 and i, i = 1…h
     */
    private static FatTree of(Settings settings, int[] children, int[] parents, double[] capacity) {
        int height = children.length;
        int[] roots = new int[height + 1];
        int[] leaves = new int[height + 1];
        roots[0] = 1;
        leaves[0] = 1;
        for (int level = 1; level <= height; level++) {
            roots[level] = roots[level - 1] * parents[level - 1];
            leaves[level] = leaves[level - 1] * children[level - 1];
        }
        LinkBlocks blocks = new LinkBlocks(settings, "up");
        for (int i = 0; i < height; i++) {
            int level = i;
            long switches = (long) leaves[height] / leaves[level] * roots[level];
            int up = parents[level];
            blocks.add(2 * switches * up, unused -> capacity[level], link -> link(level, up, link));
        }
        return new FatTree(children, parents, roots, leaves, blocks);
    }

    private static Link link(int level, int parents, int link) {
        int below = link / 2 / parents;
        String label = "link " + link / 2 % parents + (link % 2 == 0 ? " up" : " down");
        return level == 0
                ? LinkBlocks.ofNode(2 * below + link % 2, label, label)
                : Link.inner("switch of level " + level + " number " + below + " " + label);
    }

    /** Returns the bandwidth of a node's link, then the bandwidths of the levels above. */
    private static double[] linkBandwidths(Settings settings, int levels, double bandwidth) {
        double[] bandwidths = new double[levels];
        Arrays.fill(bandwidths, bandwidth);
        if (!settings.has(LINK_BANDWIDTH)) {
            return bandwidths;
        }
        List<Value> given = settings.scalars(LINK_BANDWIDTH);
        boolean isList = requireNonNull(settings.value(LINK_BANDWIDTH)).list() != null;
        if (isList && given.size() != levels - 1) {
            throw settings.problem(
                    LINK_BANDWIDTH,
                    "'down' has " + (levels - 1) + " levels above the nodes' links, 'link-bandwidth' has "
                            + given.size(),
                    "Give one bandwidth for each, the lowest first");
        }
        for (int level = 1; level < levels; level++) {
            Map<String, Value> own = Map.of(LINK_BANDWIDTH, given.get(isList ? level - 1 : 0));
            bandwidths[level] = new Settings(settings.name(), settings.place(), own).bytesPerSecond(LINK_BANDWIDTH);
        }
        return bandwidths;
    }

    /**
     * Returns the tree in which a message uses all parents of a switch equally: switches that are parents of the same
     * switches are merged into one, and so are the links between them. This tree is the limit of adaptive routing
     * packet by packet.
     */
    private static FatTree merged(Settings settings, int[] children, int[] parents, double[] capacity) {
        double[] sums = new double[capacity.length];
        int[] single = new int[parents.length];
        double links = 1;
        for (int level = 0; level < parents.length; level++) {
            single[level] = 1;
            links *= parents[level];
            sums[level] = capacity[level] * links;
        }
        return of(settings, children, single, sums);
    }

    /**
     * Returns the link between a switch of a level and one of its parents; the switch is number {@code root} among
     * those above the node.
     */
    private int link(int level, int node, int root, int parent, int direction) {
        int below = node / leaves[level] * roots[level] + root;
        return blocks.first(level) + 2 * (below * parents[level] + parent) + direction;
    }

    @Override
    public int longestRoute() {
        return 2 * children.length;
    }

    /** Returns the first level with a switch above both nodes. */
    private int top(int source, int destination) {
        int top = 0;
        while (source / leaves[top] != destination / leaves[top]) {
            top++;
        }
        return top;
    }

    @Override
    public int routes(int source, int destination) {
        return roots[top(source, destination)];
    }

    @Override
    public int route(int source, int destination, int[] into) {
        return route(source, destination, 0, into);
    }

    /** Writes a route, by adding the digits of the route's number to the digits of the destination's number. */
    @Override
    public int route(int source, int destination, int number, int[] into) {
        int top = top(source, destination);
        // the digits of the root are the digits of the destination's number in the bases of the numbers of parents
        int root = 0;
        for (int level = 0; level < top; level++) {
            int parent = (destination / roots[level] + number / roots[level]) % parents[level];
            into[level] = link(level, source, root, parent, 0);
            into[2 * top - 1 - level] = link(level, destination, root, parent, 1);
            root += parent * roots[level];
        }
        return 2 * top;
    }
}
