package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.sharing.Link;

/** Links and routes that were given one by one. */
final class GivenRoutes implements Topology {
    /**
     * @param capacity bytes per second, finite, > 0
     * @param latency seconds, >= 0; not a number if it was not given
     */
    record GivenLink(String name, double capacity, double latency, boolean isShared) {}

    private static final int UNUSED = -1;
    private static final int SEVERAL = -2;

    private final Cluster cluster;
    private final String place;
    private final ImmutableList<GivenLink> given;
    /** By source * nodes + destination. */
    private final Map<Long, int[]> routes;

    private final int longest;
    /** By link. */
    private final Link[] links;

    GivenRoutes(Cluster cluster, String place, Collection<GivenLink> given, Map<Long, int[]> routes) {
        this.cluster = cluster;
        this.place = place;
        this.given = ImmutableList.copyOf(given);
        this.routes = routes;
        longest = routes.values().stream().mapToInt(route -> route.length).max().orElse(1);
        links = owned();
    }

    /**
     * The links with their owners. A node owns a link by which only its own messages leave, as the first of their
     * routes, or by which only messages to it enter, as the last of theirs.
     */
    private Link[] owned() {
        int[] leaving = new int[given.size()];
        int[] entering = new int[given.size()];
        Arrays.fill(leaving, UNUSED);
        Arrays.fill(entering, UNUSED);
        routes.forEach((pair, route) -> {
            for (int i = 0; i < route.length; i++) {
                int source = i == 0 ? (int) (pair / cluster.nodes()) : SEVERAL;
                int destination = i == route.length - 1 ? (int) (pair % cluster.nodes()) : SEVERAL;
                leaving[route[i]] = joined(leaving[route[i]], source);
                entering[route[i]] = joined(entering[route[i]], destination);
            }
        });
        Link[] owned = new Link[given.size()];
        for (int link = 0; link < owned.length; link++) {
            boolean out = leaving[link] >= 0;
            int owner = out ? leaving[link] : entering[link];
            owned[link] = new Link(
                    Link.Kind.GIVEN,
                    owner < 0 ? null : Link.Owner.node(owner),
                    owner < 0 ? Link.Direction.ANY : out ? Link.Direction.OUT : Link.Direction.IN,
                    given.get(link).name());
        }
        return owned;
    }

    private static int joined(int before, int node) {
        return before == UNUSED || before == node ? node : SEVERAL;
    }

    @Override
    public int links() {
        return given.size();
    }

    @Override
    public double capacity(int link) {
        return given.get(link).capacity();
    }

    @Override
    public boolean isShared(int link) {
        return given.get(link).isShared();
    }

    @Override
    public double latency(int source, int destination) {
        double latency = 0;
        for (int link : links(source, destination)) {
            latency += given.get(link).latency();
        }
        return latency;
    }

    @Override
    public boolean isAsInSimGrid() {
        return true;
    }

    @Override
    public Link link(int link) {
        return links[link];
    }

    @Override
    public int longestRoute() {
        return longest;
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int[] route = links(source, destination);
        System.arraycopy(route, 0, into, 0, route.length);
        return route.length;
    }

    private int[] links(int source, int destination) {
        int @Nullable [] route = routes.get((long) source * cluster.nodes() + destination);
        if (route == null) {
            throw InputException.at(
                    place,
                    "no route from node " + cluster.nodeName(source) + " to node " + cluster.nodeName(destination),
                    "Add a route between them");
        }
        return route;
    }
}
