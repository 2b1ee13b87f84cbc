package org.tailback.model.sharing.headofline;

import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.model.topology.Topology;

/** The routes that packets of a message may take: the static one, or where they are adaptive all minimal ones. */
final class MinimalRoutes {
    /** Most routes of a message; of more, so many that are spread evenly. */
    private static final int MOST = 64;

    private final Topology topology;
    private final boolean isAdaptive;
    /** The links of the route found last. */
    private final int[] links;

    private final DenseSet union;

    MinimalRoutes(Topology topology, boolean isAdaptive) {
        this.topology = topology;
        this.isAdaptive = isAdaptive;
        links = new int[topology.longestRoute()];
        union = new DenseSet(topology.links());
    }

    /** Most links that the routes of a message can have together. */
    static int mostLinks(Topology topology, boolean isAdaptive) {
        return Math.min(topology.links(), topology.longestRoute() * (isAdaptive ? MOST : 1));
    }

    /** The number of routes between two nodes. */
    int count(int source, int destination) {
        return isAdaptive ? Math.min(MOST, topology.routes(source, destination)) : 1;
    }

    /**
     * Finds a route.
     *
     * @param number 0, the static one, to count - 1
     * @return its number of links
     */
    int find(int source, int destination, int number) {
        int ofAll = number == 0
                ? 0
                : (int) ((long) number * topology.routes(source, destination) / count(source, destination));
        return topology.route(source, destination, ofAll, links);
    }

    /** A link of the route found last. */
    int link(int hop) {
        return links[hop];
    }

    /** The links of all routes of a message, those of the static one first; returns their number. */
    int all(int source, int destination, int[] into) {
        int routes = count(source, destination);
        if (routes == 1) {
            return topology.route(source, destination, into);
        }
        union.clear();
        for (int r = 0; r < routes; r++) {
            int hops = find(source, destination, r);
            for (int k = 0; k < hops; k++) {
                union.add(links[k]);
            }
        }
        System.arraycopy(union.members(), 0, into, 0, union.size());
        return union.size();
    }
}
