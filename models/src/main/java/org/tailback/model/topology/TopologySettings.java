package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Predicate;
import org.tailback.error.InputException;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.settings.Settings;

/**
 * Reader of the topology of a model:
 *
 * <pre>
 * topology: star                                           one switch (the default)
 * topology: racks           oversubscription: 4            the cluster's racks, one cable each (or rack-bandwidth)
 * topology: tree            arity: 8, oversubscription: 2  groups of 8 nodes, of 8 groups, … (or levels)
 * topology: fat-tree        down: 4x4x4, up: 1x2x2         XGFT(3; 4,4,4; 1,2,2), destination-modulo routing
 * topology: torus           dimensions: 4x4x4              dimension by dimension, the shorter route
 * topology: dragonfly       groups: 9x4x2                  9 groups of 4 routers of 2 nodes, minimal routing
 * topology: dragonfly-plus  groups: 4x3x3x2                4 groups of 3 leaves, 3 spines, 2 nodes per leaf
 * topology: fat-tree        rails: true                    of clusters with GPUs: one leaf switch per GPU number
 * topology: links           links: [{name: a, bandwidth: 1 GB/s}, …], routes: [{from: 0, to: 1, via: a b}, …]
 * </pre>
 *
 * <p>{@code bandwidth} is the capacity of a node's link in each direction. If it is given, by that key or by the first
 * of the {@code levels} or link by link, capacities are in bytes per second, and the rate of an uncontended message is
 * at most the capacity of the narrowest link of its route, independent of its cost. Otherwise capacities are in units
 * of a node's link, whose capacity is then the injection rate of one message, and no other bandwidth may be given.
 */
public final class TopologySettings {
    /** Value of {@code dimensions} for the three most equal sizes whose product is the number of nodes. */
    public static final String CUBIC = "cubic";

    private static final String TOPOLOGY = "topology";
    private static final String BANDWIDTH = "bandwidth";
    private static final String LEVELS = "levels";

    /**
     * A kind of topology.
     *
     * @param routings values of {@code routing}, the default first
     * @param columns keys that assign columns of the table of hosts to groups of nodes
     */
    private record Kind(String name, Reader reader, List<String> routings, List<String> columns) {
        interface Reader {
            TopologyPlan read(Settings settings, double bandwidth);
        }
    }

    private static final List<String> STATIC = List.of("static");

    /** All kinds of topologies; a new kind is added here. */
    private static final ImmutableList<Kind> KINDS = ImmutableList.of(
            new Kind("star", Tree::star, STATIC, List.of()),
            new Kind("racks", Tree::racks, STATIC, List.of("groups-of")),
            new Kind("tree", Tree::read, STATIC, List.of("groups-of")),
            new Kind("fat-tree", FatTree::read, Routing.FAT_TREE, List.of("groups-of", "leaves-of")),
            new Kind("torus", Torus::read, List.of("dimension-order"), List.of()),
            new Kind("dragonfly", Dragonfly::read, Routing.DRAGONFLY, List.of("groups-of", "routers-of")),
            new Kind("dragonfly-plus", DragonflyPlus::read, Routing.DRAGONFLY_PLUS, List.of("groups-of", "leaves-of")),
            new Kind("links", (settings, bandwidth) -> GivenRoutes.read(settings), STATIC, List.of()));

    /** Keys of {@link #read}. */
    public static final ParameterTable TABLE = ParameterTable.of("""
            topology | star | star, racks, tree, fat-tree, torus, dragonfly, dragonfly-plus or links
            bandwidth | | capacity of a node's link, each direction; without it a link carries the injection rate of \
            one message
            rack-bandwidth | | racks: bandwidth of a rack's cable, each direction
            oversubscription | 1 | > 0 | racks, tree: capacity of the links below a group over the capacity of its link
            arity | | tree: number of nodes or groups in a group, >= 2
            levels | | tree: list of {bandwidth: …} of an edge at each height; the first is a node's link
            down | | fat-tree: children of a switch at each level, such as 4x4x4
            up | | fat-tree: parents at each level, such as 1x2x2
            dimensions | | torus: sizes, such as 4x4x4; cubic: the three most equal sizes for the number of nodes
            routing | | torus: dimension-order; fat-tree, dragonfly-plus: static (the default) or ecmp (a random \
            shortest route for each pair of nodes); dragonfly, dragonfly-plus: minimal (all shortest routes equally), \
            valiant (over an intermediate group) or adaptive (over longer routes where the shortest routes are full); \
            fat-tree: adaptive (all shortest routes equally)
            ecmp-seed | 0 | routing ecmp: seed of the random choice of all routes
            groups | | dragonfly: groups x routers of each x nodes of each router, such as 9x4x2; dragonfly-plus: \
            groups x leaves x spines of each x nodes of each leaf, such as 4x3x3x2
            global-links | the spines of a group | dragonfly-plus: links between the spines of two groups, each \
            direction
            global-bandwidth | | dragonfly, dragonfly-plus: bandwidth of a link between groups (link-bandwidth)
            routers-of | | dragonfly: column of the table of hosts with routers
            link-bandwidth | | fat-tree, torus, dragonfly, dragonfly-plus: bandwidth of links between switches; \
            'bandwidth' by default; fat-tree: or a list, one for each level above the nodes' links
            groups-of | | column of the table of hosts: racks: the racks; dragonfly, dragonfly-plus: the groups; \
            fat-tree: the nodes below a switch of the top level; tree: columns from the outermost to the innermost, \
            instead of arity
            leaves-of | | dragonfly-plus, fat-tree: column of the table of hosts with leaf switches
            local-bandwidth | | clusters with GPUs: bandwidth of a GPU to the other GPUs of its node, each direction
            local-links | switch | clusters with GPUs: switch, or mesh: a link between every two GPUs of a node, which \
            divides local-bandwidth
            rails | false | clusters with GPUs: whether the interfaces of the same number are neighbours in the \
            network, instead of the interfaces of a node
            rail-crossing | local | rails: how messages change rails: local (to the GPU of the new rail in the \
            sender's node) or network
            links | | links: list of {name: …, bandwidth: capacity, shared: false if every message has the full \
            capacity, latency: a time, which only smpi uses}; a link is one-directional
            routes | | links: list of {from: node, to: node, via: names of links, both-ways: false}""");

    /** Keys of {@link #TABLE} without the keys for machines with GPUs, for models that do not support GPUs. */
    public static final ParameterTable TABLE_WITHOUT_GPUS = TABLE.without(GpuSettings.KEYS);

    private TopologySettings() {}

    /**
     * Returns the routing of the topology, such as {@code adaptive}; empty where no pair of nodes has several routes.
     */
    public static String routing(Settings settings) {
        String name = settings.text(TOPOLOGY, "star");
        return KINDS.stream()
                .filter(kind -> kind.name().equals(name) && kind.routings() != STATIC)
                .map(kind -> name.equals("torus")
                        ? "static"
                        : settings.text(Routing.ROUTING, kind.routings().get(0)))
                .findFirst()
                .orElse("");
    }

    /**
     * Returns the topology of the settings.
     *
     * @throws InputException if the settings are contradictory or incomplete
     */
    public static TopologyPlan read(Settings settings) {
        String name = settings.choice(TOPOLOGY, names(each -> true), "star");
        Kind kind = KINDS.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        checkColumns(settings, kind);
        String routing = settings.text(Routing.ROUTING, kind.routings().get(0));
        List<String> routed = names(each -> each != kind && each.routings().contains(routing));
        if (!kind.routings().contains(routing) && !routed.isEmpty()) {
            throw settings.problem(
                    Routing.ROUTING,
                    "'routing: " + routing + "' has no meaning under topology " + name,
                    "It is for " + String.join(" and ", routed));
        }
        boolean relative = !settings.has(BANDWIDTH) && !hasLevels(settings) && !name.equals("links");
        List<String> others = relative ? List.of("rack-bandwidth", "link-bandwidth", "global-bandwidth") : List.of();
        for (String key : settings.only(others).keys()) {
            throw settings.problem(key, "'" + key + "' needs the bandwidth of a node's link too", "Add 'bandwidth'");
        }
        double bandwidth = relative ? 1 : nodeBandwidth(settings);
        TopologyPlan plan = kind.reader().read(settings, bandwidth);
        TopologyPlan routes = Routing.read(settings, kind.routings(), plan);
        return GpuSettings.read(settings, relative ? cluster -> new Relative(routes.on(cluster)) : routes, relative);
    }

    /**
     * Returns the capacity of a node's link, in bytes per second; where links are given one by one, the capacity of the
     * widest link.
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
     * @throws InputException if only some of the links have a latency
     */
    public static boolean hasLatencies(Settings settings) {
        return settings.text(TOPOLOGY, "star").equals("links") && GivenRoutes.haveLatencies(settings);
    }

    /** Returns whether SimGrid has the same links and routes on a platform of the same description. */
    public static boolean isAsInSimGrid(Settings settings) {
        return !List.of("torus", "dragonfly").contains(settings.text(TOPOLOGY, "star"))
                && !List.of("ecmp", "adaptive").contains(settings.text(Routing.ROUTING, ""));
    }

    private static boolean hasLevels(Settings settings) {
        return settings.text(TOPOLOGY, "star").equals("tree") && settings.has(LEVELS);
    }

    /** Rejects columns of the table of hosts that the topology does not use. */
    private static void checkColumns(Settings settings, Kind kind) {
        for (String key : List.of("groups-of", "leaves-of", "routers-of")) {
            if (settings.has(key) && !kind.columns().contains(key)) {
                throw settings.problem(
                        key,
                        "'" + key + "' has no meaning under topology " + kind.name(),
                        "It is for "
                                + String.join(", ", names(each -> each.columns().contains(key))));
            }
        }
    }

    private static List<String> names(Predicate<Kind> which) {
        return KINDS.stream().filter(which).map(Kind::name).toList();
    }

    /**
     * A topology whose capacities are in units of the capacity of a node's link.
     *
     * @param regular topology with the links and routes
     */
    private record Relative(Topology regular) implements ForwardingTopology {
        @Override
        public boolean isRelative() {
            return true;
        }
    }
}
