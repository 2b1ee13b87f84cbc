package org.tailback.model.topology;

import org.tailback.sharing.Link;

/**
 * A dragonfly [1]: groups of routers, some nodes at each router; in a group every router has a link to every other, and
 * every group has one to every other group. Messages go the minimal route: to the router of their group from where the
 * destination's group is reached, to that group, there to the destination's router: three links between routers at
 * most.
 *
 * <p>The links of a group to others are distributed cyclically over its routers by the distance, counted upwards round
 * the groups: with h = ceil((groups - 1) / routers), the group at distance d (1, 2, …) is reached from router (d - 1)
 * / h. That is not in the paper, which leaves the wiring open.
 *
 * <p>[1] J. Kim, W. Dally, S. Scott, D. Abts: Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008,
 * sections 3.1 and 4.1 (minimal routing).
 */
final class Dragonfly implements Topology {
    private final int groups;
    private final int routers;
    private final int nodesPerRouter;
    private final int nodes;
    /** Links to other groups per router. */
    private final int globalLinks;

    private final double nodeCapacity;
    private final double routerCapacity;
    private final double globalCapacity;

    /**
     * @param groups number of groups, >= 1
     * @param routers routers per group, >= 1
     * @param nodesPerRouter nodes per router, >= 1
     * @param routerCapacity what a link between routers of a group carries
     * @param globalCapacity what the link from a group to another carries
     */
    Dragonfly(
            int groups,
            int routers,
            int nodesPerRouter,
            double nodeCapacity,
            double routerCapacity,
            double globalCapacity) {
        this.groups = groups;
        this.routers = routers;
        this.nodesPerRouter = nodesPerRouter;
        this.nodeCapacity = nodeCapacity;
        this.routerCapacity = routerCapacity;
        this.globalCapacity = globalCapacity;
        nodes = groups * routers * nodesPerRouter;
        globalLinks = Math.max(1, (groups + routers - 2) / routers);
    }

    /**
     * Links: up and down of every node, then from every router to those of its group, then from every group to every
     * distance.
     */
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
    public double capacity(int link) {
        return link < 2 * nodes ? nodeCapacity : link < firstGlobalLink() ? routerCapacity : globalCapacity;
    }

    @Override
    public double nodeBandwidth() {
        return nodeCapacity;
    }

    /** Behind a global link, so that a channel has links to global ones, or links from them (section 4.1). */
    @Override
    public boolean raisesChannel(int link) {
        return link >= firstGlobalLink();
    }

    /** SimGrid's has other links: see {@code docs/models/smpi.md}. */
    @Override
    public boolean isAsInSimGrid() {
        return false;
    }

    @Override
    public Link link(int link) {
        if (link < 2 * nodes) {
            return link % 2 == 0 ? Link.outOfNode(link / 2, "up") : Link.intoNode(link / 2, "down");
        }
        if (link < firstGlobalLink()) {
            int index = link - 2 * nodes;
            int router = index / (routers - 1);
            int from = router % routers;
            int to = index % (routers - 1);
            return Link.inner(
                    "group " + router / routers + " router " + from + " to router " + (to + (to >= from ? 1 : 0)));
        }
        int index = link - firstGlobalLink();
        int group = index / (groups - 1);
        return Link.inner("group " + group + " to group " + (group + 1 + index % (groups - 1)) % groups);
    }

    @Override
    public int longestRoute() {
        return 5;
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int length = 0;
        into[length++] = 2 * source;
        int router = source / nodesPerRouter;
        int lastRouter = destination / nodesPerRouter;
        int group = router / routers;
        int lastGroup = lastRouter / routers;
        int at = router % routers;
        if (group != lastGroup) {
            int distance = Math.floorMod(lastGroup - group, groups);
            int gate = (distance - 1) / globalLinks;
            if (at != gate) {
                into[length++] = localLink(group, at, gate);
            }
            into[length++] = firstGlobalLink() + group * (groups - 1) + distance - 1;
            // the cable is the one by which the other group reaches this one
            at = (groups - distance - 1) / globalLinks;
        }
        if (at != lastRouter % routers) {
            into[length++] = localLink(lastGroup, at, lastRouter % routers);
        }
        into[length++] = 2 * destination + 1;
        return length;
    }
}
