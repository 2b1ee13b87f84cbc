package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.ParameterDomain;
import org.tailback.model.topology.HostPlaces.Level;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

/** Reads the parameters of racks, of {@link Tree} and of {@link FatTree}. */
final class TreeSettings {
    private static final String OVERSUBSCRIPTION = "oversubscription";
    private static final String LEVELS = "levels";
    private static final String GROUPS_OF = "groups-of";
    private static final String LINK_BANDWIDTH = "link-bandwidth";

    /** The keys of its own. */
    static final ImmutableList<Parameter> PARAMETERS = ImmutableList.of(
            new Parameter("rack-bandwidth", "", "racks: of a rack's cable, each direction"),
            new Parameter(
                    "oversubscription", "1", "racks, tree: what the links below a group add up to, over its own, > 0"),
            new Parameter("arity", "", "tree: how many nodes or groups make a group, >= 2"),
            new Parameter(
                    "levels",
                    "",
                    "tree: list of {bandwidth: …}, of one edge at each height; the first is a node's link"),
            new Parameter("down", "", "fat-tree: children of a switch at each level, such as 4x4x4"),
            new Parameter("up", "", "fat-tree: parents at each level, such as 1x2x2"));

    private TreeSettings() {}

    static TopologyPlan racks(Settings settings, double bandwidth) {
        double oversubscription = oversubscription(settings, "rack-bandwidth");
        double[] given = settings.has("rack-bandwidth")
                ? new double[] {bandwidth, settings.bytesPerSecond("rack-bandwidth")}
                : new double[0];
        return cluster -> {
            int[][] racks = settings.has(GROUPS_OF)
                    ? HostPlaces.groups(cluster, settings, GROUPS_OF)
                    : new int[][] {racks(settings, cluster)};
            if (racks.length != 1) {
                throw settings.problem(
                        GROUPS_OF,
                        "expected one column for 'groups-of', found '" + settings.text(GROUPS_OF) + "'",
                        "Use topology: tree for groups of groups");
            }
            return grouped(settings, cluster, racks, bandwidth, oversubscription, given);
        };
    }

    private static int[] racks(Settings settings, Cluster cluster) {
        if (cluster.racks().isEmpty()) {
            throw settings.problem(
                    "topology",
                    "topology 'racks' needs a cluster with racks",
                    "Write cluster: {racks: [{name: X, nodes: 15}, …]}, name the column of the table of hosts by"
                            + " groups-of, or use topology: tree");
        }
        int[] racks = new int[cluster.nodes()];
        Arrays.setAll(racks, cluster::rackOf);
        return racks;
    }

    static TopologyPlan tree(Settings settings, double bandwidth) {
        double oversubscription = oversubscription(settings, LEVELS);
        double[] given = settings.has(LEVELS)
                ? settings.sections(LEVELS).stream()
                        .mapToDouble(level -> {
                            level.rejectUnknown(List.of("bandwidth"));
                            return level.bytesPerSecond("bandwidth");
                        })
                        .toArray()
                : new double[0];
        if (settings.has(GROUPS_OF)) {
            if (settings.has("arity")) {
                throw settings.problem("arity", "'arity' and 'groups-of' say the same", "Remove one");
            }
            return cluster -> grouped(
                    settings,
                    cluster,
                    HostPlaces.groups(cluster, settings, GROUPS_OF),
                    bandwidth,
                    oversubscription,
                    given);
        }
        int arity = settings.integer("arity");
        if (arity < 2) {
            throw settings.problem("arity", "'arity' must be at least 2, found '" + arity + "'", "");
        }
        return cluster -> {
            int height = 1;
            for (long size = arity; size < cluster.nodes(); size *= arity) {
                height++;
            }
            double[] capacity = new double[height];
            capacity[0] = bandwidth;
            for (int level = 1; level < height; level++) {
                capacity[level] = capacity[level - 1] * arity / oversubscription;
            }
            if (settings.has(LEVELS)) {
                if (given.length != height) {
                    throw settings.problem(
                            LEVELS,
                            cluster.nodes() + " nodes in groups of " + arity + " need " + height + " levels, found "
                                    + given.length,
                            "");
                }
                capacity = given;
            }
            return Tree.perfect(cluster.nodes(), arity, capacity);
        };
    }

    private static double oversubscription(Settings settings, String bandwidths) {
        if (settings.has(bandwidths) && settings.has(OVERSUBSCRIPTION)) {
            throw settings.problem(
                    OVERSUBSCRIPTION, "'oversubscription' and '" + bandwidths + "' say the same", "Remove one");
        }
        return ParameterDomain.number(settings, OVERSUBSCRIPTION, 1, Range.greaterThan(0.0));
    }

    /**
     * A tree over groups of nodes. A group's link carries what the links of the largest group of its level carry below
     * it, over the oversubscription, unless bandwidths are given.
     *
     * @param groups [level][node], from the innermost
     * @param given bandwidth of each level, the nodes' first; empty if not given
     */
    private static Tree grouped(
            Settings settings,
            Cluster cluster,
            int[][] groups,
            double bandwidth,
            double oversubscription,
            double[] given) {
        int[][] group = new int[groups.length + 1][];
        group[0] = new int[cluster.nodes()];
        Arrays.setAll(group[0], node -> node);
        System.arraycopy(groups, 0, group, 1, groups.length);
        if (given.length > 0 && given.length != group.length) {
            throw settings.problem(
                    LEVELS,
                    "nodes and " + groups.length + " columns of groups need " + group.length + " levels, found "
                            + given.length,
                    "");
        }
        double[] capacity = new double[group.length];
        capacity[0] = bandwidth;
        for (int level = 1; level < group.length; level++) {
            capacity[level] = capacity[level - 1] * mostParts(group[level - 1], group[level]) / oversubscription;
        }
        return new Tree(group, given.length > 0 ? given : capacity);
    }

    /** Most inner groups of one outer group. */
    private static int mostParts(int[] inner, int[] outer) {
        boolean[] seen = new boolean[inner.length];
        int[] parts = new int[outer.length];
        for (int node = 0; node < inner.length; node++) {
            if (!seen[inner[node]]) {
                seen[inner[node]] = true;
                parts[outer[node]]++;
            }
        }
        return Arrays.stream(parts).max().orElse(1);
    }

    static TopologyPlan fatTree(Settings settings, double bandwidth) {
        int[] down = TopologySizes.of(settings, "down");
        int[] up = TopologySizes.of(settings, "up");
        if (down.length != up.length) {
            throw settings.problem(
                    "up",
                    "'down' has " + down.length + " levels and 'up' has " + up.length + ": they must be as many",
                    "");
        }
        long links = 0;
        long below = TopologySizes.product(down);
        for (int level = 0; level < down.length; level++) {
            below = below * up[level];
            links += 2 * below;
            TopologySizes.checkLinks(settings, "up", links);
            below /= down[level];
        }
        double[] bandwidths = linkBandwidths(settings, down.length, bandwidth);
        FatTree tree =
                Routing.isAdaptive(settings) ? FatTree.merged(down, up, bandwidths) : new FatTree(down, up, bandwidths);
        int top = down.length - 1;
        int leaves = TopologySizes.product(Arrays.copyOfRange(down, Math.min(1, top), top));
        List<Level> levels = List.of(new Level(GROUPS_OF, down[top]), new Level("leaves-of", leaves));
        return cluster -> {
            TopologySizes.checkNodes(settings, "down", cluster, tree.nodes());
            return HostPlaces.put(cluster, tree, settings, "down", levels, top == 0 ? 1 : down[0]);
        };
    }

    /** Returns bandwidths between the levels: a node's, then one for all above or one of each. */
    private static double[] linkBandwidths(Settings settings, int levels, double bandwidth) {
        double[] bandwidths = new double[levels];
        Arrays.fill(bandwidths, bandwidth);
        Value value = settings.value(LINK_BANDWIDTH);
        if (value == null || value.list() == null) {
            Arrays.fill(bandwidths, 1, levels, settings.bytesPerSecond(LINK_BANDWIDTH, bandwidth));
            return bandwidths;
        }
        List<Value> list = value.list();
        if (list.size() != levels - 1) {
            throw settings.problem(
                    LINK_BANDWIDTH,
                    "'down' has " + (levels - 1) + " levels above the nodes' links, 'link-bandwidth' has "
                            + list.size(),
                    "Give one bandwidth for each, the lowest first");
        }
        for (int level = 1; level < levels; level++) {
            bandwidths[level] = Settings.of(
                            settings.name(), settings.place(), Map.of(LINK_BANDWIDTH, list.get(level - 1)))
                    .bytesPerSecond(LINK_BANDWIDTH);
        }
        return bandwidths;
    }
}
