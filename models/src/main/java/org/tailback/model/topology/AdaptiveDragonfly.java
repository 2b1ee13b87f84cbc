package org.tailback.model.topology;

/**
 * A dragonfly or dragonfly+ whose messages are split, packet by packet, between minimal routes and routes over an
 * intermediate group. Parallel links are one link of their sum, as under adaptive routing of fat trees, and wiring does
 * not matter.
 *
 * <p><b>Rule.</b> That of UGAL [1] and of Slingshot [2] in the limit of small packets and loads that are known at once:
 * minimal routes until they are full; the rest takes two links instead of one, over any intermediate. The same holds
 * between the routers of a group of a dragonfly. Dragonfly+ [3] has all spines between the leaves of a group. Under
 * Valiant's rule all messages between two groups take two global links.
 *
 * <p><b>Links.</b> C is the capacity of the links between two groups together, g the number of groups, a that of
 * routers in a group, L the capacity of the link between two routers, S that of the links of a leaf to all spines:
 *
 * <pre>
 * group to group            C            where it is full, the rest of its messages takes two links
 * out of, into a group      (g - 1) C
 * all global links          g (g - 1) C  one crossing by the minimal route, two by others
 * router to router          L            dragonfly: where it is full, the rest takes two links
 * out of, into a router     (a - 1) L    dragonfly; dragonfly+: S
 * all links of a group      a (a - 1) L  dragonfly: one crossing by the minimal route, two by others
 * </pre>
 *
 * <p>A message between groups crosses a local link of a dragonfly at either end, unless its router has the global link
 * itself: (a - 1) / a crossings.
 *
 * <p><b>Worked examples</b> ({@code AdaptiveDragonflyTest}). Uniform traffic between groups: (g - 1) C out of each. All
 * of each group to the next: C by minimal routes, (g - 1) C / 2 under Valiant's rule, g C / 2 adaptively. One group to
 * one other while the rest is idle: (g - 1) C.
 *
 * <p><b>Not modelled.</b> Cuts between several groups: traffic of half of the groups to the other half gets up to 1.5
 * times the capacity of the links between the halves, twice if nothing returns. Local links of intermediate groups.
 * Queues, and decisions by outdated loads.
 *
 * <p>[1] J. Kim, W. Dally, S. Scott, D. Abts: Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008, section
 * 4. [2] D. De Sensi, S. Di Girolamo, K. McMahon, D. Roweth, T. Hoefler: An In-Depth Analysis of the Slingshot
 * Interconnect, SC 2020, section II. [3] See {@link DragonflyPlus}.
 *
 * @param groups number of groups, >= 1
 * @param routers number of routers of a group, or of its leaf switches, >= 1
 * @param nodesPerRouter number of nodes of a router, >= 1
 * @param nodeBandwidth capacity of the link of a node, bytes per second, each direction
 * @param isMesh true if routers of a group have links to each other, false if to spines
 * @param routerCapacity capacity of the link between two routers, or of the links of a leaf to all spines together,
 *     bytes per second
 * @param globalCapacity capacity of the links from a group to another together, bytes per second
 * @param isValiant true if no message between groups takes the minimal route
 */
record AdaptiveDragonfly(
        int groups,
        int routers,
        int nodesPerRouter,
        double nodeBandwidth,
        boolean isMesh,
        double routerCapacity,
        double globalCapacity,
        boolean isValiant)
        implements SwitchedTopology {
    private static final int NONE = -1;

    @Override
    public int nodes() {
        return groups * routers * nodesPerRouter;
    }

    /** Returns the link out of (direction 0) or into (1) a router; these follow the links of nodes. */
    private int ofRouter(int router, int direction) {
        return 2 * nodes() + 2 * router + direction;
    }

    /** Returns the first link between routers of a group; the last represents all of them. */
    private int local(int group) {
        return ofRouter(groups * routers, 0) + group * localLinks();
    }

    private int localLinks() {
        return isMesh && routers > 1 ? routers * (routers - 1) + 1 : 0;
    }

    private int ofGroup(int group, int direction) {
        return local(groups) + 2 * group + direction;
    }

    /** Returns the first link between groups; the last represents all of them. */
    private int global() {
        return ofGroup(groups, 0);
    }

    private static int direct(int first, int members, int from, int to) {
        return first + from * (members - 1) + to - (to > from ? 1 : 0);
    }

    @Override
    public int links() {
        return global() + (groups > 1 ? groups * (groups - 1) + 1 : 0);
    }

    private int allGlobal() {
        return groups > 1 ? links() - 1 : NONE;
    }

    /** Returns the link that represents all links between routers of a link's group; NONE for links of other kinds. */
    private int allLocal(int link) {
        return link < local(0) || link >= local(groups) ? NONE : local((link - local(0)) / localLinks() + 1) - 1;
    }

    @Override
    public int transit(int link) {
        int all = link >= global() ? allGlobal() : allLocal(link);
        return all == link ? NONE : all;
    }

    @Override
    public boolean isSplit() {
        return true;
    }

    /**
     * {@inheritDoc} A link that represents all links carries pairs of crossings, of which the minimal route takes half.
     */
    @Override
    public double part(int link, int source, int destination) {
        if (link == allGlobal()) {
            return isValiant ? 1 : 0.5;
        }
        double crossings = isMesh && group(source) != group(destination) ? (routers - 1.0) / routers : 1;
        if (link == allLocal(link)) {
            return crossings / 2;
        }
        return link >= 2 * nodes() && link < local(0) ? crossings : 1;
    }

    @Override
    public double capacityBetween(int between) {
        int link = between + 2 * nodes();
        if (link < local(0)) {
            return isMesh ? Math.max(1, routers - 1) * routerCapacity : routerCapacity;
        }
        if (link < local(groups)) {
            return link == allLocal(link) ? (localLinks() - 1) * routerCapacity / 2 : routerCapacity;
        }
        if (link < global()) {
            return Math.max(1, groups - 1) * globalCapacity;
        }
        return link == allGlobal() ? groups * (groups - 1.0) * globalCapacity / 2 : globalCapacity;
    }

    @Override
    public String nameBetween(int between) {
        int link = between + 2 * nodes();
        String member = isMesh ? " router " : " leaf ";
        if (link < local(0)) {
            int router = between / 2;
            return "group " + router / routers + member + router % routers + (between % 2 == 0 ? " out" : " in");
        }
        if (link < local(groups)) {
            int group = (link - local(0)) / localLinks();
            return "group " + group
                    + (link == allLocal(link)
                            ? " all local links"
                            : pair(link - local(group), routers, member, " to router "));
        }
        if (link < global()) {
            int end = link - local(groups);
            return "group " + end / 2 + (end % 2 == 0 ? " out" : " in");
        }
        return link == allGlobal() ? "all global links" : pair(link - global(), groups, "group ", " to group ");
    }

    private static String pair(int index, int members, String from, String to) {
        int first = index / (members - 1);
        int second = index % (members - 1);
        return from + first + to + (second + (second >= first ? 1 : 0));
    }

    @Override
    public int longestRoute() {
        return 10;
    }

    private int group(int node) {
        return node / (routers * nodesPerRouter);
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int router = source / nodesPerRouter;
        int lastRouter = destination / nodesPerRouter;
        int group = group(source);
        int lastGroup = group(destination);
        int length = 0;
        into[length++] = 2 * source;
        if (router != lastRouter && (routers > 1 || !isMesh)) {
            into[length++] = ofRouter(router, 0);
            into[length++] = ofRouter(lastRouter, 1);
            if (isMesh) {
                into[length++] = local(group + 1) - 1;
                into[length++] = group == lastGroup
                        ? direct(local(group), routers, router % routers, lastRouter % routers)
                        : local(lastGroup + 1) - 1;
            }
        }
        if (group != lastGroup) {
            into[length++] = ofGroup(group, 0);
            if (!isValiant) {
                into[length++] = direct(global(), groups, group, lastGroup);
            }
            into[length++] = ofGroup(lastGroup, 1);
            into[length++] = allGlobal();
        }
        into[length++] = 2 * destination + 1;
        return length;
    }
}
