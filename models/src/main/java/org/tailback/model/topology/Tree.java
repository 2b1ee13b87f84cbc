package org.tailback.model.topology;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.tailback.cluster.Cluster;
import org.tailback.settings.Settings;
import org.tailback.sharing.Link;

/**
 * A tree of switches with the nodes as leaves, all at the same depth: groups of nodes, groups of these groups, and so
 * on. Every edge is a link up and a link down. A star is a tree of one level, racks are a tree of two levels. Unless
 * bandwidths are given, the capacity of a group's link is the total capacity of the links below the largest group of
 * its level, divided by the oversubscription.
 *
 * @param group group of each node by height: [height][node]; height 0 is the node itself
 */
record Tree(int[][] group, LinkBlocks blocks) implements BlockTopology {
    private static final String OVERSUBSCRIPTION = "oversubscription";
    private static final String LEVELS = "levels";
    private static final String GROUPS_OF = "groups-of";
    private static final String RACK_BANDWIDTH = "rack-bandwidth";

    /** Returns a star, whose single switch is never the bottleneck. */
    static TopologyPlan star(Settings settings, double bandwidth) {
        return plan(settings, "", bandwidth, new double[0], cluster -> new int[0][]);
    }

    static TopologyPlan racks(Settings settings, double bandwidth) {
        double[] given = settings.has(RACK_BANDWIDTH)
                ? new double[] {bandwidth, settings.bytesPerSecond(RACK_BANDWIDTH)}
                : new double[0];
        return plan(settings, RACK_BANDWIDTH, bandwidth, given, cluster -> {
            if (!settings.has(GROUPS_OF)) {
                return new int[][] {racks(settings, cluster)};
            }
            int[][] racks = HostPlaces.groups(cluster, settings, GROUPS_OF);
            if (racks.length != 1) {
                throw settings.problem(
                        GROUPS_OF,
                        "expected one column for 'groups-of', found '" + settings.text(GROUPS_OF) + "'",
                        "Use topology: tree for groups of groups");
            }
            return racks;
        });
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

    static TopologyPlan read(Settings settings, double bandwidth) {
        List<Settings> levels = settings.sectionsIfAny(LEVELS);
        levels.forEach(level -> level.rejectUnknown(List.of("bandwidth")));
        double[] given = levels.stream()
                .mapToDouble(level -> level.bytesPerSecond("bandwidth"))
                .toArray();
        if (settings.has(GROUPS_OF)) {
            if (settings.has("arity")) {
                throw settings.problem("arity", "'arity' and 'groups-of' mean the same", "Remove one");
            }
            return plan(settings, LEVELS, bandwidth, given, cluster -> HostPlaces.groups(cluster, settings, GROUPS_OF));
        }
        int arity = settings.integer("arity", 2, Cluster.MAX_NODES);
        return plan(settings, LEVELS, bandwidth, given, cluster -> equal(cluster.nodes(), arity));
    }

    /**
     * Returns groups of equal sizes by [level][node]: {@code arity} groups of one height form one group of the next.
     */
    private static int[][] equal(int nodes, int arity) {
        int height = 1;
        for (long size = arity; size < nodes; size *= arity) {
            height++;
        }
        int[][] groups = new int[height - 1][nodes];
        long size = 1;
        for (int[] ofLevel : groups) {
            size *= arity;
            for (int node = 0; node < nodes; node++) {
                ofLevel[node] = (int) (node / size);
            }
        }
        return groups;
    }

    /**
     * Returns a tree over groups of nodes.
     *
     * @param bandwidths key of the bandwidths
     * @param given bandwidth of each level, beginning with the nodes' links; empty if not given
     * @param groups groups by [level][node], from the innermost level
     */
    private static TopologyPlan plan(
            Settings settings, String bandwidths, double bandwidth, double[] given, Function<Cluster, int[][]> groups) {
        if (settings.has(bandwidths) && settings.has(OVERSUBSCRIPTION)) {
            throw settings.problem(
                    OVERSUBSCRIPTION,
                    "'oversubscription' and '" + bandwidths + "' are the same quantity",
                    "Remove one");
        }
        double oversubscription = TopologySettings.TABLE.number(settings, OVERSUBSCRIPTION);
        return cluster -> of(settings, bandwidth, oversubscription, given, cluster.nodes(), groups.apply(cluster));
    }

    private static Tree of(
            Settings settings, double bandwidth, double oversubscription, double[] given, int nodes, int[][] groups) {
        int[][] group = new int[groups.length + 1][];
        group[0] = new int[nodes];
        Arrays.setAll(group[0], node -> node);
        System.arraycopy(groups, 0, group, 1, groups.length);
        if (given.length > 0 && given.length != group.length) {
            throw settings.problem(
                    LEVELS,
                    "nodes and " + groups.length + " levels of groups need " + group.length + " levels, found "
                            + given.length,
                    "");
        }
        LinkBlocks blocks = new LinkBlocks(settings, "topology");
        double capacity = bandwidth;
        for (int i = 0; i < group.length; i++) {
            int height = i;
            capacity = height == 0
                    ? bandwidth
                    : capacity * mostGroups(group[height - 1], group[height]) / oversubscription;
            double each = given.length > 0 ? given[height] : capacity;
            int count = Arrays.stream(group[height]).max().orElse(0) + 1;
            blocks.add(2L * count, unused -> each, link -> link(height, link));
        }
        return new Tree(group, blocks);
    }

    private static Link link(int height, int link) {
        return height == 0
                ? LinkBlocks.ofNode(link, "up", "down")
                : Link.inner("group " + link / 2 + " of height " + height + (link % 2 == 0 ? " up" : " down"));
    }

    /** Returns the largest number of inner groups of one outer group. */
    private static int mostGroups(int[] inner, int[] outer) {
        boolean[] seen = new boolean[inner.length];
        int[] groups = new int[outer.length];
        for (int node = 0; node < inner.length; node++) {
            if (!seen[inner[node]]) {
                seen[inner[node]] = true;
                groups[outer[node]]++;
            }
        }
        return Arrays.stream(groups).max().orElse(1);
    }

    @Override
    public int longestRoute() {
        return 2 * group.length;
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int length = 0;
        int height = 0;
        while (height < group.length && group[height][source] != group[height][destination]) {
            into[length++] = blocks.first(height) + 2 * group[height][source];
            height++;
        }
        while (height > 0) {
            height--;
            into[length++] = blocks.first(height) + 2 * group[height][destination] + 1;
        }
        return length;
    }
}
