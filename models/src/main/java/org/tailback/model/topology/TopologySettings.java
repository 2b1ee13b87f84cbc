package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSetMultimap;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/**
 * Reads which topology a model works on:
 *
 * <pre>
 * topology: star                                           one switch (the default)
 * topology: racks           oversubscription: 4            the cluster's racks, one cable each (or rack-bandwidth)
 * topology: tree            arity: 8, oversubscription: 2  groups of 8 nodes, of 8 groups, … (or levels)
 * topology: fat-tree        down: 4x4x4, up: 1x2x2         XGFT(3; 4,4,4; 1,2,2), destination-modulo routing
 * topology: torus           dimensions: 4x4x4              dimension by dimension, the shorter route
 * topology: dragonfly       groups: 9x4x2                  9 groups of 4 routers of 2 nodes, minimal routing
 * topology: dragonfly-plus  groups: 4x3x3x2                4 groups of 3 leaves, 3 spines, 2 nodes a leaf
 * topology: fat-tree        rails: true                    of clusters with GPUs: one leaf switch per GPU number
 * topology: links           links: [{name: a, bandwidth: 1 GB/s}, …], routes: [{from: 0, to: 1, via: a b}, …]
 * </pre>
 *
 * <p>{@code bandwidth} is what a node's link carries, in each direction. Where it is given, by that key or by the
 * first of the {@code levels} or link by link, capacities are bytes per second: a message alone is no faster than the
 * narrowest link of its route, whatever its cost says. Without it capacities are in units of a node's link, which then
 * carries just what the message cost says of one message, and no other bandwidth may be given.
 */
public final class TopologySettings {
    /** Value of {@code dimensions} that stands for the three most equal sizes whose product is the number of nodes. */
    public static final String CUBIC = "cubic";

    private static final String TOPOLOGY = "topology";
    private static final String BANDWIDTH = "bandwidth";
    private static final String LEVELS = "levels";
    private static final ImmutableList<String> KINDS =
            ImmutableList.of("star", "racks", "tree", "fat-tree", "torus", "dragonfly", "dragonfly-plus", "links");

    /** Topologies that take groups of nodes from a column of the table of hosts, by the key that names the column. */
    private static final ImmutableSetMultimap<String, String> COLUMNS = ImmutableSetMultimap.<String, String>builder()
            .putAll("groups-of", "racks", "tree", "fat-tree", "dragonfly", "dragonfly-plus")
            .putAll("leaves-of", "fat-tree", "dragonfly-plus")
            .put("routers-of", "dragonfly")
            .build();

    private TopologySettings() {}

    /** Returns the same as {@link #parameters}, but those of machines with GPUs, for models that do not know these. */
    public static List<Parameter> parametersWithoutGpus() {
        return parameters().stream()
                .filter(parameter -> !GpuSettings.KEYS.contains(parameter.name()))
                .toList();
    }

    /** The keys that {@link #read} understands. */
    public static List<Parameter> parameters() {
        return ImmutableList.of(
                new Parameter(
                        "topology", "star", "star, racks, tree, fat-tree, torus, dragonfly, dragonfly-plus or links"),
                new Parameter(
                        "bandwidth",
                        "",
                        "capacity of a node's link, each direction; without it a link carries what the cost says of one"
                                + " message"),
                new Parameter("rack-bandwidth", "", "racks: of a rack's cable, each direction"),
                new Parameter(
                        "oversubscription",
                        "1",
                        "racks, tree: what the links below a group add up to, over its own, > 0"),
                new Parameter("arity", "", "tree: how many nodes or groups make a group, >= 2"),
                new Parameter(
                        "levels",
                        "",
                        "tree: list of {bandwidth: …}, of one edge at each height; the first is a node's link"),
                new Parameter("down", "", "fat-tree: children of a switch at each level, such as 4x4x4"),
                new Parameter("up", "", "fat-tree: parents at each level, such as 1x2x2"),
                new Parameter(
                        "dimensions",
                        "",
                        "torus: sizes, such as 4x4x4; cubic: three as equal as the number of nodes allows"),
                new Parameter(
                        "routing",
                        "",
                        "torus: dimension-order; fat-tree, dragonfly-plus: static (the default), ecmp (each pair of"
                                + " nodes draws a shortest route) or adaptive (a message uses all of them alike)"),
                new Parameter("ecmp-seed", "0", "routing ecmp: another number is another draw of all routes"),
                new Parameter(
                        "groups",
                        "",
                        "dragonfly: groups x routers of each x nodes of each router, such as 9x4x2; dragonfly-plus:"
                                + " groups x leaves x spines of each x nodes of each leaf, such as 4x3x3x2"),
                new Parameter(
                        "global-links",
                        "the spines of a group",
                        "dragonfly-plus: links between the spines of two groups, each direction"),
                new Parameter(
                        "link-bandwidth",
                        "",
                        "fat-tree, torus, dragonfly, dragonfly-plus: of links between switches; as a node's by default;"
                                + " fat-tree: or a list, one for each level above the nodes' links"),
                new Parameter(
                        "global-bandwidth",
                        "",
                        "dragonfly, dragonfly-plus: of a link between groups; as link-bandwidth by default"),
                new Parameter(
                        "groups-of",
                        "",
                        "column of the table of hosts: racks: the racks; dragonfly, dragonfly-plus: the groups;"
                                + " fat-tree: what is below a switch of the top level; tree: columns from the outermost"
                                + " to the innermost, instead of arity"),
                new Parameter(
                        "leaves-of", "", "dragonfly-plus, fat-tree: column of the table of hosts with leaf switches"),
                new Parameter("routers-of", "", "dragonfly: column of the table of hosts with routers"),
                new Parameter(
                        GpuSettings.LOCAL_BANDWIDTH,
                        "",
                        "clusters with GPUs: what a GPU moves to the others of its node, each direction"),
                new Parameter(
                        GpuSettings.LOCAL_LINKS,
                        "switch",
                        "clusters with GPUs: switch, or mesh: a link between every two GPUs of a node, which divides"
                                + " local-bandwidth"),
                new Parameter(
                        GpuSettings.RAILS,
                        "false",
                        "clusters with GPUs: whether the interfaces of the same number are neighbours in the network,"
                                + " instead of those of a node"),
                new Parameter(
                        GpuSettings.RAIL_CROSSING,
                        "local",
                        "rails: how messages change rails: local (to the GPU of that rail in the sender's node) or"
                                + " network"),
                new Parameter(
                        "links",
                        "",
                        "links: list of {name: …, bandwidth: capacity, shared: false if every message has all of it,"
                                + " latency: a time, which only smpi uses}; a link is one-directional"),
                new Parameter(
                        "routes", "", "links: list of {from: node, to: node, via: names of links, both-ways: false}"));
    }

    /**
     * The topology that the settings describe.
     *
     * @throws InputException if they are contradictory or incomplete
     */
    public static TopologyPlan read(Settings settings) {
        String kind = settings.choice(TOPOLOGY, KINDS, "star");
        checkColumns(settings, kind);
        boolean relative = !settings.has(BANDWIDTH) && !hasLevels(settings) && !kind.equals("links");
        if (relative) {
            for (String key : List.of("rack-bandwidth", "link-bandwidth", "global-bandwidth")) {
                if (settings.has(key)) {
                    throw settings.problem(
                            key, "'" + key + "' needs the bandwidth of a node's link too", "Add 'bandwidth'");
                }
            }
        }
        double bandwidth = relative ? 1 : nodeBandwidth(settings);
        TopologyPlan plan = switch (kind) {
            case "star" -> cluster -> new Star(cluster.nodes(), bandwidth);
            case "racks" -> TreeSettings.racks(settings, bandwidth);
            case "tree" -> TreeSettings.tree(settings, bandwidth);
            case "fat-tree" -> TreeSettings.fatTree(settings, bandwidth);
            case "torus" -> torus(settings, bandwidth);
            case "dragonfly" -> DragonflySettings.dragonfly(settings, bandwidth);
            case "dragonfly-plus" -> DragonflySettings.dragonflyPlus(settings, bandwidth);
            default -> LinksSettings.links(settings);
        };
        TopologyPlan routed = Routing.read(settings, kind, plan);
        return GpuSettings.read(
                settings, relative ? cluster -> new RelativeTopology(routed.on(cluster)) : routed, relative);
    }

    /**
     * What a node's link carries, in bytes per second; where links are given one by one, the widest of them.
     *
     * @throws InputException if it is not given, or twice with different values
     */
    public static double nodeBandwidth(Settings settings) {
        if (settings.text(TOPOLOGY, "star").equals("links")) {
            if (settings.has(BANDWIDTH)) {
                throw settings.problem(
                        BANDWIDTH,
                        "'bandwidth: " + settings.text(BANDWIDTH) + "' has no meaning under topology links, where each"
                                + " link has its own",
                        "Remove it, and give each of the 'links' its bandwidth");
            }
            return settings.sections("links").stream()
                    .mapToDouble(link -> link.bytesPerSecond(BANDWIDTH))
                    .max()
                    .orElseThrow(() -> settings.problem("links", "the list of links is empty", "Give {name: …, …}"));
        }
        if (!hasLevels(settings)) {
            return settings.bytesPerSecond(BANDWIDTH);
        }
        Settings first = settings.sections(LEVELS).stream()
                .findFirst()
                .orElseThrow(() -> settings.problem(LEVELS, "the list of levels is empty", "Give {bandwidth: …}, …"));
        double lowest = first.bytesPerSecond(BANDWIDTH);
        if (settings.has(BANDWIDTH) && settings.bytesPerSecond(BANDWIDTH) != lowest) {
            throw settings.problem(
                    BANDWIDTH,
                    "'bandwidth: " + settings.text(BANDWIDTH) + "' and the first of the 'levels', '"
                            + first.text(BANDWIDTH) + "' (" + first.placeOf(BANDWIDTH)
                            + "), are both the bandwidth of a node's link, and differ",
                    "Remove 'bandwidth', or make them equal");
        }
        return lowest;
    }

    /**
     * Returns whether links are given one by one with latencies.
     *
     * @throws InputException if only some are
     */
    public static boolean hasLatencies(Settings settings) {
        return settings.text(TOPOLOGY, "star").equals("links") && LinksSettings.haveLatencies(settings);
    }

    private static boolean hasLevels(Settings settings) {
        return settings.text(TOPOLOGY, "star").equals("tree") && settings.has(LEVELS);
    }

    private static TopologyPlan torus(Settings settings, double bandwidth) {
        double links = settings.bytesPerSecond("link-bandwidth", bandwidth);
        if (settings.text("dimensions").equals(CUBIC)) {
            return cluster -> {
                TopologySizes.checkLinks(settings, "dimensions", 8L * cluster.nodes());
                return new Torus(TopologySizes.cubic(cluster.nodes()), bandwidth, links);
            };
        }
        int[] dimensions = TopologySizes.of(settings, "dimensions");
        int nodes = TopologySizes.product(dimensions);
        TopologySizes.checkLinks(settings, "dimensions", 2L * (dimensions.length + 1) * nodes);
        return cluster -> {
            TopologySizes.checkNodes(settings, "dimensions", cluster, nodes);
            return new Torus(dimensions, bandwidth, links);
        };
    }

    /** Rejects columns of the table of hosts under topologies that do not know them. */
    private static void checkColumns(Settings settings, String kind) {
        for (String key : COLUMNS.keySet()) {
            if (settings.has(key) && !COLUMNS.get(key).contains(kind)) {
                throw settings.problem(
                        key,
                        "'" + key + "' has no meaning under topology " + kind,
                        "It is for " + String.join(", ", COLUMNS.get(key)));
            }
        }
    }
}
