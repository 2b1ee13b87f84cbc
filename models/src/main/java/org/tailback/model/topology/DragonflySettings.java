package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.model.topology.HostPlaces.Level;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/** Reads the parameters of {@link Dragonfly} and {@link DragonflyPlus}. */
final class DragonflySettings {
    private static final String GROUPS = "groups";
    private static final String GLOBAL_LINKS = "global-links";

    /** The keys of its own. */
    static final ImmutableList<Parameter> PARAMETERS = ImmutableList.of(
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
                    "global-bandwidth",
                    "",
                    "dragonfly, dragonfly-plus: of a link between groups; as link-bandwidth by default"),
            new Parameter("routers-of", "", "dragonfly: column of the table of hosts with routers"));

    private DragonflySettings() {}

    static TopologyPlan dragonfly(Settings settings, double bandwidth) {
        int[] sizes = sizes(settings, 3, "groups x routers of each x nodes of each router, such as 9x4x2");
        int groups = sizes[0];
        int routers = sizes[1];
        int nodes = TopologySizes.product(sizes);
        TopologySizes.checkLinks(
                settings, GROUPS, 2L * nodes + (long) groups * routers * (routers - 1) + groups * (groups - 1L));
        double link = settings.bytesPerSecond("link-bandwidth", bandwidth);
        double global = settings.bytesPerSecond("global-bandwidth", link);
        Dragonfly dragonfly = new Dragonfly(groups, routers, sizes[2], bandwidth, link, global);
        List<Level> levels = List.of(new Level("groups-of", groups), new Level("routers-of", routers));
        return cluster -> {
            TopologySizes.checkNodes(settings, GROUPS, cluster, nodes);
            return HostPlaces.put(cluster, dragonfly, settings, GROUPS, levels, sizes[2]);
        };
    }

    static TopologyPlan dragonflyPlus(Settings settings, double bandwidth) {
        int[] sizes = sizes(settings, 4, "groups x leaves x spines of each x nodes of each leaf, such as 4x3x3x2");
        int groups = sizes[0];
        int leaves = sizes[1];
        int spines = sizes[2];
        int nodes = TopologySizes.product(groups, leaves, sizes[3]);
        int globalLinks = settings.integer(GLOBAL_LINKS, spines);
        if (globalLinks < 1) {
            throw settings.problem(
                    GLOBAL_LINKS, "'global-links' must be at least 1, found '" + settings.text(GLOBAL_LINKS) + "'", "");
        }
        double ends = 2.0 * nodes + 2.0 * groups * leaves * spines;
        TopologySizes.checkLinks(settings, GROUPS, (long) (ends + groups * (groups - 1.0) * globalLinks));
        double link = settings.bytesPerSecond("link-bandwidth", bandwidth);
        double global = settings.bytesPerSecond("global-bandwidth", link);
        // a message that uses all spines and all links to a group alike has one of the sum of their bandwidths
        DragonflyPlus dragonfly = Routing.isAdaptive(settings)
                ? new DragonflyPlus(groups, leaves, 1, sizes[3], 1, bandwidth, link * spines, global * globalLinks)
                : new DragonflyPlus(groups, leaves, spines, sizes[3], globalLinks, bandwidth, link, global);
        List<Level> levels = List.of(new Level("groups-of", groups), new Level("leaves-of", leaves));
        return cluster -> {
            TopologySizes.checkNodes(settings, GROUPS, cluster, nodes);
            return HostPlaces.put(cluster, dragonfly, settings, GROUPS, levels, sizes[3]);
        };
    }

    private static int[] sizes(Settings settings, int number, String meaning) {
        int[] sizes = TopologySizes.of(settings, GROUPS);
        if (sizes.length != number) {
            throw settings.problem(
                    GROUPS, "'groups' must be " + meaning + ", found '" + settings.text(GROUPS) + "'", "");
        }
        return sizes;
    }
}
