package org.tailback.model.topology;

import java.util.List;
import org.tailback.model.topology.HostPlaces.Level;
import org.tailback.settings.Settings;

/**
 * A dragonfly [1] of groups of routers with nodes at each router. In a group every router has a link to every other
 * router, and every group has one link to every other group. Messages take the minimal route: to the router of their
 * group that has the link to the destination's group, to that group, and there to the destination's router, with at
 * most three links between routers. Under other routings the topology is an {@link AdaptiveDragonfly}.
 *
 * <p>The links of a group to other groups are distributed cyclically over its routers by the distance, counted upwards
 * around the groups: with h = ceil((groups - 1) / routers), the group at distance d (1, 2 and so on) is reached from
 * router (d - 1) / h. The paper does not define the wiring.
 *
 * <p>[1] J. Kim, W. Dally, S. Scott, D. Abts: Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008,
 * sections 3.1 and 4.1 (minimal routing).
 *
 * @param routers number of routers of a group
 */
record Dragonfly(int groups, int routers, int nodesPerRouter, LinkBlocks blocks) implements BlockTopology {
    private static final String GROUPS = "groups";
    // blocks of links after the node links
    private static final int LOCAL = 1;
    private static final int GLOBAL = 2;

    static TopologyPlan read(Settings settings, double bandwidth) {
        int[] sizes = sizes(settings, 3, "groups x routers of each x nodes of each router, such as 9x4x2");
        int groups = sizes[0];
        int routers = sizes[1];
        int nodes = TopologySizes.product(sizes);
        double link = settings.bytesPerSecond("link-bandwidth", bandwidth);
        double global = settings.bytesPerSecond("global-bandwidth", link);
        LinkBlocks blocks = new LinkBlocks(settings, GROUPS).addNodes(nodes, bandwidth);
        BlockTopology dragonfly;
        if (Routing.isSplit(settings)) {
            dragonfly = AdaptiveDragonfly.of(settings, groups, routers, sizes[2], true, link, global, blocks);
        } else {
            blocks.add((long) groups * routers * (routers - 1), link, i -> local(i, routers));
            blocks.add((long) groups * (groups - 1), global, i -> between(i, groups));
            dragonfly = new Dragonfly(groups, routers, sizes[2], blocks);
        }
        List<Level> levels = List.of(new Level("groups-of", groups), new Level("routers-of", routers));
        return cluster -> HostPlaces.put(cluster, dragonfly, nodes, settings, GROUPS, levels, sizes[2]);
    }

    /** Returns the name of a link from a router of a group to another router. */
    private static String local(int link, int routers) {
        int perGroup = routers * (routers - 1);
        return "group " + link / perGroup + pair(link % perGroup, routers, " router ", " to router ");
    }

    /** Returns the name of a link from a member to another member; links of one member are adjacent. */
    static String pair(int link, int members, String from, String to) {
        int first = link / (members - 1);
        int second = link % (members - 1);
        return from + first + to + (second + (second >= first ? 1 : 0));
    }

    /** Returns the name of a link between groups, numbered by source and then by distance. */
    static String between(int link, int groups) {
        int group = link / (groups - 1);
        return "group " + group + " to group " + (group + 1 + link % (groups - 1)) % groups;
    }

    /** Returns the numbers of the key {@code groups}. */
    static int[] sizes(Settings settings, int count, String meaning) {
        int[] sizes = TopologySizes.of(settings, GROUPS);
        if (sizes.length != count) {
            throw settings.problem(
                    GROUPS, "'groups' must be " + meaning + ", found '" + settings.text(GROUPS) + "'", "");
        }
        return sizes;
    }

    /** Returns the link between two routers of a group, which has one link from every router to every other. */
    private int localLink(int group, int from, int to) {
        // the router itself is skipped
        return blocks.first(LOCAL) + (group * routers + from) * (routers - 1) + to - (to > from ? 1 : 0);
    }

    /**
     * Returns whether a link is global, so that a channel has either the links before a global link or the links after
     * it (section 4.1).
     */
    @Override
    public boolean raisesChannel(int link) {
        return link >= blocks.first(GLOBAL);
    }

    @Override
    public int longestRoute() {
        return 5;
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int globalLinksOfRouter = Math.max(1, (groups + routers - 2) / routers);
        int length = 0;
        into[length++] = 2 * source;
        int router = source / nodesPerRouter;
        int lastRouter = destination / nodesPerRouter;
        int group = router / routers;
        int lastGroup = lastRouter / routers;
        int at = router % routers;
        if (group != lastGroup) {
            int distance = Math.floorMod(lastGroup - group, groups);
            int gate = (distance - 1) / globalLinksOfRouter;
            if (at != gate) {
                into[length++] = localLink(group, at, gate);
            }
            into[length++] = blocks.first(GLOBAL) + group * (groups - 1) + distance - 1;
            // the cable of the opposite direction, by which the other group reaches this group
            at = (groups - distance - 1) / globalLinksOfRouter;
        }
        if (at != lastRouter % routers) {
            into[length++] = localLink(lastGroup, at, lastRouter % routers);
        }
        into[length++] = 2 * destination + 1;
        return length;
    }
}
