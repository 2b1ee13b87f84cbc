package org.tailback.model.topology;

import java.util.List;
import org.tailback.model.topology.HostPlaces.Level;
import org.tailback.settings.Settings;

/**
 * A dragonfly [1]: groups of routers, some nodes at each router; in a group every router has a link to every other, and
 * every group has one to every other group. Messages go the minimal route: to the router of their group that has the
 * link to the
 * destination's group, to that group, there to the destination's router: three links between routers at
 * most. Under other routings it is an {@link AdaptiveDragonfly}.
 *
 * <p>The links of a group to others are distributed cyclically over its routers by the distance, counted upwards round
 * the groups: with h = ceil((groups - 1) / routers), the group at distance d (1, 2, …) is reached from router (d - 1)
 * / h. That is not in the paper, which leaves the wiring open.
 *
 * <p>[1] J. Kim, W. Dally, S. Scott, D. Abts: Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008,
 * sections 3.1 and 4.1 (minimal routing).
 *
 * @param routers of a group
 * @param routerCapacity capacity of a link between routers of a group
 * @param globalCapacity capacity of the link from a group to another
 */
record Dragonfly(
        int groups,
        int routers,
        int nodesPerRouter,
        int nodes,
        double nodeBandwidth,
        double routerCapacity,
        double globalCapacity)
        implements SwitchedTopology {
    private static final String GROUPS = "groups";

    static TopologyPlan read(Settings settings, double bandwidth) {
        int[] sizes = sizes(settings, 3, "groups x routers of each x nodes of each router, such as 9x4x2");
        double link = settings.bytesPerSecond("link-bandwidth", bandwidth);
        double global = settings.bytesPerSecond("global-bandwidth", link);
        int nodes = TopologySizes.product(sizes);
        SwitchedTopology dragonfly = Routing.isSplit(settings)
                ? new AdaptiveDragonfly(
                        sizes[0], sizes[1], sizes[2], bandwidth, true, link, global, Routing.isValiant(settings))
                : new Dragonfly(sizes[0], sizes[1], sizes[2], nodes, bandwidth, link, global);
        long local = (long) sizes[0] * sizes[1] * (sizes[1] - 1);
        TopologySizes.checkLinks(
                settings, GROUPS, 2L * nodes + local + sizes[0] * (sizes[0] - 1L) + 3L * sizes[0] * sizes[1]);
        List<Level> levels = List.of(new Level("groups-of", sizes[0]), new Level("routers-of", sizes[1]));
        return cluster -> HostPlaces.put(cluster, dragonfly, nodes, settings, GROUPS, levels, sizes[2]);
    }

    /** Returns the numbers of {@code groups}. */
    static int[] sizes(Settings settings, int count, String meaning) {
        int[] sizes = TopologySizes.of(settings, GROUPS);
        if (sizes.length != count) {
            throw settings.problem(
                    GROUPS, "'groups' must be " + meaning + ", found '" + settings.text(GROUPS) + "'", "");
        }
        return sizes;
    }

    /** Behind the links of nodes, from every router to those of its group, then from every group to every distance. */
    private int localLink(int group, int from, int to) {
        // the router itself is left out
        return 2 * nodes + (group * routers + from) * (routers - 1) + to - (to > from ? 1 : 0);
    }

    private int firstGlobalLink() {
        return 2 * nodes + groups * routers * (routers - 1);
    }

    @Override
    public int links() {
        return firstGlobalLink() + groups * (groups - 1);
    }

    @Override
    public double capacityBetween(int link) {
        return link < firstGlobalLink() - 2 * nodes ? routerCapacity : globalCapacity;
    }

    /** Behind a global link, so that a channel has links to global ones, or links from them (section 4.1). */
    @Override
    public boolean raisesChannel(int link) {
        return link >= firstGlobalLink();
    }

    @Override
    public String nameBetween(int link) {
        int global = 2 * nodes + link - firstGlobalLink();
        if (global < 0) {
            int router = link / (routers - 1);
            int from = router % routers;
            int to = link % (routers - 1);
            return "group " + router / routers + " router " + from + " to router " + (to + (to >= from ? 1 : 0));
        }
        int group = global / (groups - 1);
        return "group " + group + " to group " + (group + 1 + global % (groups - 1)) % groups;
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
            into[length++] = firstGlobalLink() + group * (groups - 1) + distance - 1;
            // the cable is the one by which the other group reaches this one
            at = (groups - distance - 1) / globalLinksOfRouter;
        }
        if (at != lastRouter % routers) {
            into[length++] = localLink(lastGroup, at, lastRouter % routers);
        }
        into[length++] = 2 * destination + 1;
        return length;
    }
}
