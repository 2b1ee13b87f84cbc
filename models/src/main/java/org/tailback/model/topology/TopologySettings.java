package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.stream.Collectors;
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
 * <p>{@code bandwidth} is the capacity of a node's link in each direction. Where it is given, by that key or by the
 * first of the {@code levels} or link by link, capacities are bytes per second: a message alone is no faster than the
 * narrowest link of its route, whatever its cost says. Without it capacities are in units of a node's link, which then
 * carries just the injection rate of one message, and no other bandwidth may be given.
 */
public final class TopologySettings {
    /** Value of {@code dimensions} that stands for the three most equal sizes whose product is the number of nodes. */
    public static final String CUBIC = "cubic";

    private static final String TOPOLOGY = "topology";
    private static final String BANDWIDTH = "bandwidth";
    private static final String LEVELS = "levels";

    /** A kind of topology, and the keys by which it takes groups of nodes from columns of the table of hosts. */
    private record Kind(String name, Reader reader, List<String> columns) {
        interface Reader {
            TopologyPlan read(Settings settings, double bandwidth);
        }
    }

    /** The kinds: where one is added. */
    private static final ImmutableList<Kind> KINDS = ImmutableList.of(
            new Kind("star", Tree::star, List.of()),
            new Kind("racks", Tree::racks, List.of("groups-of")),
            new Kind("tree", Tree::read, List.of("groups-of")),
            new Kind("fat-tree", FatTree::read, List.of("groups-of", "leaves-of")),
            new Kind("torus", Torus::read, List.of()),
            new Kind("dragonfly", Dragonfly::read, List.of("groups-of", "routers-of")),
            new Kind("dragonfly-plus", DragonflyPlus::read, List.of("groups-of", "leaves-of")),
            new Kind("links", (settings, bandwidth) -> GivenRoutes.read(settings), List.of()));

    private TopologySettings() {}

    /** Returns the same as {@link #parameters}, but those of machines with GPUs, for models without these. */
    public static List<Parameter> parametersWithoutGpus() {
        return parameters(List.of());
    }

    /** The keys that {@link #read} understands. */
    public static List<Parameter> parameters() {
        return parameters(GpuSettings.PARAMETERS);
    }

    private static List<Parameter> parameters(List<Parameter> ofGpus) {
        return ImmutableList.<Parameter>builder()
                .add(
                        new Parameter(
                                "topology",
                                "star",
                                "star, racks, tree, fat-tree, torus, dragonfly, dragonfly-plus or links"),
                        new Parameter(
                                "bandwidth",
                                "",
                                "capacity of a node's link, each direction; without it a link carries what the cost"
                                        + " says of one message"))
                .addAll(Tree.PARAMETERS)
                .addAll(FatTree.PARAMETERS)
                .addAll(Torus.PARAMETERS)
                .addAll(Routing.PARAMETERS)
                .addAll(Dragonfly.PARAMETERS)
                .add(
                        new Parameter(
                                "link-bandwidth",
                                "",
                                "fat-tree, torus, dragonfly, dragonfly-plus: of links between switches; as a"
                                        + " node's by default;"
                                        + " fat-tree: or a list, one for each level above the nodes' links"),
                        new Parameter(
                                "groups-of",
                                "",
                                "column of the table of hosts: racks: the racks; dragonfly, dragonfly-plus: the groups;"
                                        + " fat-tree: what is below a switch of the top level; tree: columns"
                                        + " from the outermost"
                                        + " to the innermost, instead of arity"),
                        new Parameter(
                                "leaves-of",
                                "",
                                "dragonfly-plus, fat-tree: column of the table of hosts with leaf switches"))
                .addAll(ofGpus)
                .addAll(GivenRoutes.PARAMETERS)
                .build();
    }

    /** Returns the routing of the topology, such as {@code adaptive}; empty where no pair of nodes has several routes. */
    public static String routing(Settings settings) {
        return Routing.of(settings, settings.text(TOPOLOGY, "star"));
    }

    /**
     * The topology that the settings describe.
     *
     * @throws InputException if they are contradictory or incomplete
     */
    public static TopologyPlan read(Settings settings) {
        String name = settings.choice(TOPOLOGY, KINDS.stream().map(Kind::name).toList(), "star");
        Kind kind = KINDS.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        checkColumns(settings, kind);
        boolean relative = !settings.has(BANDWIDTH) && !hasLevels(settings) && !name.equals("links");
        if (relative) {
            for (String key : List.of("rack-bandwidth", "link-bandwidth", "global-bandwidth")) {
                if (settings.has(key)) {
                    throw settings.problem(
                            key, "'" + key + "' needs the bandwidth of a node's link too", "Add 'bandwidth'");
                }
            }
        }
        double bandwidth = relative ? 1 : nodeBandwidth(settings);
        TopologyPlan plan = kind.reader().read(settings, bandwidth);
        TopologyPlan routed = Routing.read(settings, name, plan);
        return GpuSettings.read(settings, relative ? cluster -> new Relative(routed.on(cluster)) : routed, relative);
    }

    /**
     * Capacity of a node's link, in bytes per second; where links are given one by one, the widest of them.
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
        return settings.text(TOPOLOGY, "star").equals("links") && GivenRoutes.haveLatencies(settings);
    }

    private static boolean hasLevels(Settings settings) {
        return settings.text(TOPOLOGY, "star").equals("tree") && settings.has(LEVELS);
    }

    /** Rejects columns of the table of hosts that the topology does not use. */
    private static void checkColumns(Settings settings, Kind kind) {
        for (String key : List.of("groups-of", "leaves-of", "routers-of")) {
            if (settings.has(key) && !kind.columns().contains(key)) {
                String takers = KINDS.stream()
                        .filter(each -> each.columns().contains(key))
                        .map(Kind::name)
                        .collect(Collectors.joining(", "));
                throw settings.problem(
                        key, "'" + key + "' has no meaning under topology " + kind.name(), "It is for " + takers);
            }
        }
    }

    /**
     * A topology whose capacities are in units of that of a node's link.
     *
     * @param regular the links and routes
     */
    private record Relative(Topology regular) implements ForwardingTopology {
        @Override
        public boolean isRelative() {
            return true;
        }
    }
}
