package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.sharing.ParameterDomain;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;

/**
 * Reads which topology a model works on:
 *
 * <pre>
 * topology: star                                          one switch (the default)
 * topology: racks       oversubscription: 4               the cluster's racks, one cable each (or rack-bandwidth)
 * topology: tree        arity: 8, oversubscription: 2     groups of 8 nodes, of 8 groups, … (or levels)
 * topology: fat-tree    down: 4x4x4, up: 1x2x2            XGFT(3; 4,4,4; 1,2,2), destination-modulo routing
 * topology: torus       dimensions: 4x4x4                 dimension by dimension, the shorter route
 * topology: dragonfly   groups: 9x4x2                     9 groups of 4 routers of 2 nodes, minimal routing
 * topology: links       links: [{name: a, bandwidth: 1 GB/s}, …], routes: [{from: 0, to: 1, via: a b}, …]
 * </pre>
 *
 * <p>{@code bandwidth} is what a node's link carries, in each direction. Where it is given, by that key or by the
 * first of the {@code levels} or link by link, capacities are bytes per second: a message alone is no faster than the
 * narrowest link of its route, whatever its cost says. Without it capacities are in units of a node's link, which then
 * carries just what the message cost says of one message, and no other bandwidth may be given.
 */
public final class TopologySettings {
    private static final String TOPOLOGY = "topology";
    private static final String BANDWIDTH = "bandwidth";
    private static final String LEVELS = "levels";
    private static final ImmutableList<String> KINDS =
            ImmutableList.of("star", "racks", "tree", "fat-tree", "torus", "dragonfly", "links");

    /** Most links that models can number. */
    private static final int MAX_LINKS = 1 << 27;

    private TopologySettings() {}

    /** The keys that {@link #read} understands. */
    public static List<Parameter> parameters() {
        return ImmutableList.of(
                new Parameter("topology", "star", "star, racks, tree, fat-tree, torus, dragonfly or links"),
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
                new Parameter("dimensions", "", "torus: sizes, such as 4x4x4"),
                new Parameter(
                        "groups", "", "dragonfly: groups x routers of each x nodes of each router, such as 9x4x2"),
                new Parameter(
                        "link-bandwidth",
                        "",
                        "fat-tree, torus, dragonfly: of links between switches; as a node's by default"),
                new Parameter("links", "", "links: list of {name: …, bandwidth: capacity}; a link is one-directional"),
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
        boolean relative = !settings.has(BANDWIDTH) && !hasLevels(settings) && !kind.equals("links");
        if (relative) {
            for (String key : List.of("rack-bandwidth", "link-bandwidth")) {
                if (settings.has(key)) {
                    throw settings.problem(
                            key, "'" + key + "' needs the bandwidth of a node's link too", "Add 'bandwidth'");
                }
            }
        }
        double bandwidth = relative ? 1 : nodeBandwidth(settings);
        TopologyPlan plan = switch (kind) {
            case "star" -> cluster -> new Star(cluster.nodes(), bandwidth);
            case "racks" -> racks(settings, bandwidth);
            case "tree" -> tree(settings, bandwidth);
            case "fat-tree" -> fatTree(settings, bandwidth);
            case "torus" -> torus(settings, bandwidth);
            case "dragonfly" -> dragonfly(settings, bandwidth);
            default -> links(settings);
        };
        return relative ? cluster -> new RelativeTopology(plan.on(cluster)) : plan;
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

    private static boolean hasLevels(Settings settings) {
        return settings.text(TOPOLOGY, "star").equals("tree") && settings.has(LEVELS);
    }

    private static TopologyPlan racks(Settings settings, double bandwidth) {
        double oversubscription = ParameterDomain.number(settings, "oversubscription", 1, Range.greaterThan(0.0));
        if (settings.has("rack-bandwidth") && settings.has("oversubscription")) {
            throw settings.problem(
                    "oversubscription", "'oversubscription' and 'rack-bandwidth' say the same", "Remove one");
        }
        double given = settings.bytesPerSecond("rack-bandwidth", 0);
        return cluster -> {
            if (cluster.racks().isEmpty()) {
                throw settings.problem(
                        "topology",
                        "topology 'racks' needs a cluster with racks",
                        "Write cluster: {racks: [{name: X, nodes: 15}, …]}, or use topology: tree");
            }
            int[][] group = new int[2][cluster.nodes()];
            for (int node = 0; node < cluster.nodes(); node++) {
                group[0][node] = node;
                group[1][node] = cluster.rackOf(node);
            }
            int largest =
                    cluster.racks().stream().mapToInt(Cluster.Rack::nodes).max().orElse(1);
            double cable = given > 0 ? given : bandwidth * largest / oversubscription;
            return new Tree(group, new double[] {bandwidth, cable});
        };
    }

    private static TopologyPlan tree(Settings settings, double bandwidth) {
        int arity = settings.integer("arity");
        if (arity < 2) {
            throw settings.problem("arity", "'arity' must be at least 2, found '" + arity + "'", "");
        }
        double oversubscription = ParameterDomain.number(settings, "oversubscription", 1, Range.greaterThan(0.0));
        if (settings.has("levels") && settings.has("oversubscription")) {
            throw settings.problem("oversubscription", "'oversubscription' and 'levels' say the same", "Remove one");
        }
        double[] given = settings.has("levels")
                ? settings.sections("levels").stream()
                        .mapToDouble(level -> {
                            level.rejectUnknown(List.of("bandwidth"));
                            return level.bytesPerSecond("bandwidth");
                        })
                        .toArray()
                : new double[0];
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
            if (settings.has("levels")) {
                if (given.length != height) {
                    throw settings.problem(
                            "levels",
                            cluster.nodes() + " nodes in groups of " + arity + " need " + height + " levels, found "
                                    + given.length,
                            "");
                }
                capacity = given;
            }
            return Tree.perfect(cluster.nodes(), arity, capacity);
        };
    }

    private static TopologyPlan fatTree(Settings settings, double bandwidth) {
        int[] down = sizes(settings, "down");
        int[] up = sizes(settings, "up");
        if (down.length != up.length) {
            throw settings.problem(
                    "up",
                    "'down' has " + down.length + " levels and 'up' has " + up.length + ": they must be as many",
                    "");
        }
        long links = 0;
        long below = Arrays.stream(down).asLongStream().reduce(1, (a, b) -> a * b);
        for (int level = 0; level < down.length; level++) {
            below = below * up[level];
            links += 2 * below;
            checkLinks(settings, "up", links);
            below /= down[level];
        }
        double[] capacity = new double[down.length];
        Arrays.fill(capacity, settings.bytesPerSecond("link-bandwidth", bandwidth));
        capacity[0] = bandwidth;
        FatTree tree = new FatTree(down, up, capacity);
        return cluster -> {
            checkNodes(settings, "down", cluster, tree.nodes());
            return tree;
        };
    }

    private static TopologyPlan torus(Settings settings, double bandwidth) {
        int[] dimensions = sizes(settings, "dimensions");
        checkLinks(
                settings,
                "dimensions",
                2L * (dimensions.length + 1) * Arrays.stream(dimensions).reduce(1, (a, b) -> a * b));
        double links = settings.bytesPerSecond("link-bandwidth", bandwidth);
        return cluster -> {
            checkNodes(
                    settings, "dimensions", cluster, Arrays.stream(dimensions).reduce(1, (a, b) -> a * b));
            return new Torus(dimensions, bandwidth, links);
        };
    }

    private static TopologyPlan dragonfly(Settings settings, double bandwidth) {
        int[] sizes = sizes(settings, "groups");
        if (sizes.length != 3) {
            throw settings.problem(
                    "groups",
                    "'groups' must be groups x routers of each x nodes of each router, such as 9x4x2, found '"
                            + settings.text("groups") + "'",
                    "");
        }
        checkLinks(
                settings,
                "groups",
                2L * sizes[0] * sizes[1] * sizes[2]
                        + (long) sizes[0] * sizes[1] * (sizes[1] - 1)
                        + sizes[0] * (sizes[0] - 1L));
        double links = settings.bytesPerSecond("link-bandwidth", bandwidth);
        return cluster -> {
            checkNodes(settings, "groups", cluster, sizes[0] * sizes[1] * sizes[2]);
            return new Dragonfly(sizes[0], sizes[1], sizes[2], bandwidth, links);
        };
    }

    private static void checkLinks(Settings settings, String key, long links) {
        if (links > MAX_LINKS) {
            throw settings.problem(
                    key,
                    "'" + settings.text(key) + "' makes more than " + MAX_LINKS + " links, each direction one",
                    "Make it smaller");
        }
    }

    private static void checkNodes(Settings settings, String key, Cluster cluster, int places) {
        if (cluster.nodes() > places) {
            throw settings.problem(
                    key,
                    "'" + settings.text(key) + "' has places for " + places + " nodes, the cluster has "
                            + cluster.nodes(),
                    "");
        }
    }

    /** Sizes such as {@code 4x4x2}; their product is bounded by the largest cluster. */
    private static int[] sizes(Settings settings, String key) {
        String text = settings.text(key);
        if (!text.matches("[1-9]\\d{0,7}(x[1-9]\\d{0,7}){0,15}")) {
            throw settings.problem(key, "expected sizes such as 4x4x2 for '" + key + "', found '" + text + "'", "");
        }
        int[] sizes = Arrays.stream(text.split("x")).mapToInt(Integer::parseInt).toArray();
        long product = 1;
        for (int size : sizes) {
            product *= size;
            if (product > Cluster.MAX_NODES) {
                throw settings.problem(key, "'" + text + "' is larger than any cluster", "");
            }
        }
        return sizes;
    }

    private static TopologyPlan links(Settings settings) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        List<Double> capacities = new ArrayList<>();
        for (Settings link : settings.sections("links")) {
            link.rejectUnknown(List.of("name", "bandwidth"));
            String name = link.text("name");
            if (numbers.putIfAbsent(name, numbers.size()) != null) {
                throw link.problem("name", "a second link '" + name + "'", "Rename one");
            }
            capacities.add(link.bytesPerSecond("bandwidth"));
        }
        List<Settings> routes = settings.sections("routes");
        for (Settings route : routes) {
            route.rejectUnknown(List.of("from", "to", "via", "both-ways"));
            via(route, numbers);
        }
        double[] capacity = capacities.stream().mapToDouble(Double::doubleValue).toArray();
        return cluster -> {
            Map<Long, int[]> byPair = new HashMap<>();
            for (Settings route : routes) {
                int from = node(cluster, route, "from");
                int to = node(cluster, route, "to");
                int[] forward = via(route, numbers);
                put(byPair, cluster, from, to, forward, route);
                if (route.flag("both-ways", false)) {
                    int[] back = new int[forward.length];
                    for (int i = 0; i < back.length; i++) {
                        back[i] = forward[back.length - 1 - i];
                    }
                    put(byPair, cluster, to, from, back, route);
                }
            }
            return new GivenRoutes(
                    cluster, settings.placeOf("routes"), new ArrayList<>(numbers.keySet()), capacity, byPair);
        };
    }

    private static void put(Map<Long, int[]> routes, Cluster cluster, int from, int to, int[] links, Settings route) {
        if (routes.put((long) from * cluster.nodes() + to, links) != null) {
            throw route.problem(
                    "from",
                    "a second route from node " + cluster.nodeName(from) + " to node " + cluster.nodeName(to),
                    "Remove one");
        }
    }

    private static int node(Cluster cluster, Settings route, String key) {
        try {
            return cluster.nodeNamed(route.text(key));
        } catch (InputException e) {
            throw new InputException(route.placeOf(key) + ": " + e.getMessage(), e);
        }
    }

    private static int[] via(Settings route, Map<String, Integer> numbers) {
        String[] names = route.text("via").strip().split("[\\s]+");
        int[] links = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            Integer number = numbers.get(names[i]);
            if (number == null) {
                throw route.problem(
                        "via",
                        "unknown link '" + names[i] + "'",
                        Suggestion.of(names[i], numbers.keySet()) + "Links: " + String.join(", ", numbers.keySet()));
            }
            links[i] = number;
            for (int j = 0; j < i; j++) {
                if (links[j] == number) {
                    throw route.problem("via", "the route crosses link '" + names[i] + "' twice", "");
                }
            }
        }
        return links;
    }
}
