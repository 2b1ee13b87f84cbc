package org.tailback.model.topology;

import com.google.common.collect.Range;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.NumberParameter;
import org.tailback.settings.Settings;
import org.tailback.sharing.Link;

/**
 * A tree of switches with the nodes as leaves, all at the same depth: groups of nodes, groups of these groups, and so
 * on. Every edge is a link up and a link down. A star is a tree of one level, racks are one of two. A group's link
 * carries the sum of the links below the largest group of its level over the oversubscription, unless bandwidths are
 * given.
 *
 * @param group the group of each node by height: [height][node]; height 0 is the node itself
 * @param firstLink by height, and one more
 * @param capacity capacity of one link above a group, by its height
 */
record Tree(int[][] group, int[] firstLink, double[] capacity) implements Topology {
    static final NumberParameter OVERSUBSCRIPTION = new NumberParameter(
            "oversubscription",
            1,
            Range.greaterThan(0.0),
            "racks, tree: capacity of the links below a group over that of its own");
    private static final String LEVELS = "levels";
    private static final String GROUPS_OF = "groups-of";
    private static final String RACK_BANDWIDTH = "rack-bandwidth";

    static TopologyPlan racks(Settings settings, double bandwidth) {
        double[] given = settings.has(RACK_BANDWIDTH)
                ? new double[] {bandwidth, settings.bytesPerSecond(RACK_BANDWIDTH)}
                : new double[0];
        return plan(settings, RACK_BANDWIDTH, bandwidth, given, cluster -> {
            int[][] racks = settings.has(GROUPS_OF)
                    ? HostPlaces.groups(cluster, settings, GROUPS_OF)
                    : new int[][] {racks(settings, cluster)};
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
                throw settings.problem("arity", "'arity' and 'groups-of' mean the same", "Remove one");
            }
            return plan(settings, LEVELS, bandwidth, given, cluster -> HostPlaces.groups(cluster, settings, GROUPS_OF));
        }
        int arity = settings.integer("arity", 2, Cluster.MAX_NODES);
        return plan(settings, LEVELS, bandwidth, given, cluster -> equal(cluster.nodes(), arity));
    }

    /** Returns groups of equal sizes: {@code arity} groups of one height make one of the next; [level][node]. */
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
     * @param bandwidths the key that gives them
     * @param given bandwidth of each level, the nodes' first; empty if not given
     * @param groups [level][node], from the innermost
     */
    private static TopologyPlan plan(
            Settings settings, String bandwidths, double bandwidth, double[] given, Function<Cluster, int[][]> groups) {
        if (settings.has(bandwidths) && settings.has(OVERSUBSCRIPTION.name())) {
            throw settings.problem(
                    OVERSUBSCRIPTION.name(),
                    "'oversubscription' and '" + bandwidths + "' are the same quantity",
                    "Remove one");
        }
        double oversubscription = OVERSUBSCRIPTION.read(settings);
        return cluster -> of(settings, cluster, bandwidth, oversubscription, given, groups.apply(cluster));
    }

    /** Returns a star: one switch that is never the bottleneck. */
    static TopologyPlan star(Settings settings, double bandwidth) {
        return cluster -> of(settings, cluster, bandwidth, 1, new double[0], new int[0][]);
    }

    private static Tree of(
            Settings settings,
            Cluster cluster,
            double bandwidth,
            double oversubscription,
            double[] given,
            int[][] groups) {
        int[][] group = new int[groups.length + 1][];
        group[0] = new int[cluster.nodes()];
        Arrays.setAll(group[0], node -> node);
        System.arraycopy(groups, 0, group, 1, groups.length);
        if (given.length > 0 && given.length != group.length) {
            throw settings.problem(
                    LEVELS,
                    "nodes and " + groups.length + " levels of groups need " + group.length + " levels, found "
                            + given.length,
                    "");
        }
        double[] capacity = new double[group.length];
        int[] firstLink = new int[group.length + 1];
        for (int height = 0; height < group.length; height++) {
            capacity[height] = height == 0
                    ? bandwidth
                    : capacity[height - 1] * mostGroups(group[height - 1], group[height]) / oversubscription;
            firstLink[height + 1] =
                    firstLink[height] + 2 * (Arrays.stream(group[height]).max().orElse(0) + 1);
        }
        return new Tree(group, firstLink, given.length > 0 ? given : capacity);
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

    private int height(int link) {
        int height = 0;
        while (link >= firstLink[height + 1]) {
            height++;
        }
        return height;
    }

    @Override
    public int links() {
        return firstLink[group.length];
    }

    @Override
    public double capacity(int link) {
        return capacity[height(link)];
    }

    @Override
    public double nodeBandwidth() {
        return capacity[0];
    }

    @Override
    public boolean isAsInSimGrid() {
        return true;
    }

    @Override
    public Link link(int link) {
        int height = height(link);
        return height == 0
                ? SwitchedTopology.ofNode(link, "up", "down")
                : Link.inner("group " + (link - firstLink[height]) / 2 + " of height " + height
                        + (link % 2 == 0 ? " up" : " down"));
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
            into[length++] = firstLink[height] + 2 * group[height][source];
            height++;
        }
        while (height > 0) {
            height--;
            into[length++] = firstLink[height] + 2 * group[height][destination] + 1;
        }
        return length;
    }
}
