package org.tailback.model.topology;

import com.google.common.primitives.Ints;
import org.tailback.settings.Settings;
import org.tailback.sharing.Link;

/**
 * A dragonfly or dragonfly+ whose messages are split, packet by packet, between minimal routes and routes over an
 * intermediate group. Parallel links are one link with the sum of their capacities, as under adaptive routing of fat
 * trees, and the wiring is irrelevant.
 *
 * <p><b>Rule.</b> The rule corresponds to UGAL [1] and Slingshot [2] in the limit of small packets and immediately
 * known loads: minimal routes until they are full; the remaining packets take two links instead of one, over any
 * intermediate group. The same holds between the routers of a group of a dragonfly. In a dragonfly+ [3], all spines
 * connect the leaves of a group. Under Valiant's rule all messages between two groups take two global links.
 *
 * <p><b>Links.</b> C is the total capacity of the links between two groups, g the number of groups, a the number of
 * routers in a group, L the capacity of the link between two routers, S the total capacity of the links from a leaf to
 * all spines:
 *
 * <pre>
 * group to group            C            where it is full, the remaining messages take two links
 * out of, into a group      (g - 1) C
 * all global links          g (g - 1) C  one crossing by the minimal route, two by others
 * router to router          L            dragonfly: where it is full, the remaining messages take two links
 * out of, into a router     (a - 1) L    dragonfly; dragonfly+: S
 * all links of a group      a (a - 1) L  dragonfly: one crossing by the minimal route, two by others
 * </pre>
 *
 * <p>A message between groups crosses a local link of a dragonfly at either end, unless its router has the global link:
 * (a - 1) / a crossings.
 *
 * <p><b>Worked examples</b> ({@code AdaptiveDragonflyTest}). Uniform traffic between groups: (g - 1) C out of each
 * group. All traffic of each group to the next group: C by minimal routes, (g - 1) C / 2 under Valiant's rule, g C / 2
 * adaptively. Traffic from one group to another group while all other groups are idle: (g - 1) C.
 *
 * <p><b>Not modelled.</b> Cuts between several groups: traffic from half of the groups to the other half gets up to 1.5
 * times the capacity of the links between the halves, or twice the capacity without return traffic. Local links of
 * intermediate groups, queues, and decisions based on outdated loads are not modelled either.
 *
 * <p>[1] J. Kim, W. Dally, S. Scott, D. Abts: Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008, section
 * 4. [2] D. De Sensi, S. Di Girolamo, K. McMahon, D. Roweth, T. Hoefler: An In-Depth Analysis of the Slingshot
 * Interconnect, SC 2020, section II. [3] See {@link DragonflyPlus}.
 *
 * @param groups number of groups, >= 1
 * @param routers number of routers or leaf switches per group, >= 1
 * @param nodesPerRouter number of nodes per router, >= 1
 * @param isMesh true if routers of a group have links to each other, false if they have links to spines
 * @param isValiant true if no message between groups takes the minimal route
 */
record AdaptiveDragonfly(
        int groups, int routers, int nodesPerRouter, boolean isMesh, boolean isValiant, LinkBlocks blocks)
        implements BlockTopology {
    private static final int NONE = -1;

    // blocks of links after the node links: two of each router and group; all links, followed by one for their sum
    private static final int ROUTERS = 1;
    private static final int LOCAL = 2;
    private static final int GROUPS = 3;
    private static final int GLOBAL = 4;

    /**
     * Returns a dragonfly.
     *
     * @param router capacity of the link between two routers, or total capacity of the links of a leaf to all spines,
     *     bytes per second
     * @param global total capacity of the links from one group to another, bytes per second
     * @param blocks links of nodes
     */
    static AdaptiveDragonfly of(
            Settings settings,
            int groups,
            int routers,
            int nodesPerRouter,
            boolean isMesh,
            double router,
            double global,
            LinkBlocks blocks) {
        double ofRouter = isMesh ? Math.max(1, routers - 1) * router : router;
        String member = isMesh ? " router " : " leaf ";
        blocks.add(2L * groups * routers, ofRouter, i -> end("group " + i / 2 / routers + member + i / 2 % routers, i));
        addPairs(blocks, isMesh ? groups : 0, routers, router, "local", "router");
        blocks.add(2L * groups, Math.max(1, groups - 1) * global, i -> end("group " + i / 2, i));
        addPairs(blocks, 1, groups, global, "global", "group");
        return new AdaptiveDragonfly(groups, routers, nodesPerRouter, isMesh, Routing.isValiant(settings), blocks);
    }

    private static String end(String owner, int link) {
        return owner + (link % 2 == 0 ? " out" : " in");
    }

    /** Adds the links between all members of each group, followed by one link for their sum. */
    private static void addPairs(
            LinkBlocks blocks, int groups, int members, double capacity, String kind, String member) {
        int all = allOf(members);
        String local = kind.equals("local") ? "group %d " : "";
        blocks.add(
                (long) groups * all,
                i -> i % all == all - 1 ? (all - 1) * capacity / 2 : capacity,
                i -> Link.inner(local.formatted(i / all)
                        + (i % all == all - 1
                                ? "all " + kind + " links"
                                : Dragonfly.pair(i % all, members, member + " ", " to " + member + " "))));
    }

    /**
     * Returns the number of links between all members including the link for their sum, at most the largest int; 0 for
     * a single member.
     */
    private static int allOf(int members) {
        return members > 1 ? Ints.saturatedCast(members * (members - 1L) + 1) : 0;
    }

    /** Returns the link out of (direction 0) or into (1) a router or group. */
    private int end(int block, int member, int direction) {
        return blocks.first(block) + 2 * member + direction;
    }

    private static int direct(int first, int members, int from, int to) {
        return first + from * (members - 1) + to - (to > from ? 1 : 0);
    }

    /** Returns the link for the sum of a group's local links. */
    private int allLocal(int group) {
        return blocks.first(LOCAL) + (group + 1) * allOf(routers) - 1;
    }

    /** Returns the link for the sum of all links of the same kind as a link; NONE if there is none. */
    private int sumOf(int link) {
        return switch (blocks.block(link)) {
            case LOCAL -> allLocal((link - blocks.first(LOCAL)) / allOf(routers));
            case GLOBAL -> links() - 1;
            default -> NONE;
        };
    }

    @Override
    public int transit(int link) {
        int sum = sumOf(link);
        return sum == link ? NONE : sum;
    }

    @Override
    public boolean isSplit() {
        return true;
    }

    /** {@inheritDoc} A link for a sum carries pairs of crossings; the minimal route uses half a pair. */
    @Override
    public double part(int link, int source, int destination) {
        int block = blocks.block(link);
        boolean isSum = link == sumOf(link);
        if (block == GLOBAL) {
            return isSum && !isValiant ? 0.5 : 1;
        }
        double crossings = isMesh && group(source) != group(destination) ? (routers - 1.0) / routers : 1;
        return isSum ? crossings / 2 : block == ROUTERS ? crossings : 1;
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
            into[length++] = end(ROUTERS, router, 0);
            into[length++] = end(ROUTERS, lastRouter, 1);
            if (isMesh) {
                into[length++] = allLocal(group);
                into[length++] = group == lastGroup
                        ? direct(allLocal(group - 1) + 1, routers, router % routers, lastRouter % routers)
                        : allLocal(lastGroup);
            }
        }
        if (group != lastGroup) {
            into[length++] = end(GROUPS, group, 0);
            if (!isValiant) {
                into[length++] = direct(blocks.first(GLOBAL), groups, group, lastGroup);
            }
            into[length++] = end(GROUPS, lastGroup, 1);
            into[length++] = links() - 1;
        }
        into[length++] = 2 * destination + 1;
        return length;
    }
}
