package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;

/** Links and routes that were given one by one. */
final class GivenRoutes implements Topology {
    private final Cluster cluster;
    private final String place;
    private final ImmutableList<String> names;
    private final double[] capacity;
    /** By source * nodes + destination. */
    private final Map<Long, int[]> routes;

    private final int longest;

    GivenRoutes(Cluster cluster, String place, List<String> names, double[] capacity, Map<Long, int[]> routes) {
        this.cluster = cluster;
        this.place = place;
        this.names = ImmutableList.copyOf(names);
        this.capacity = capacity;
        this.routes = routes;
        longest = routes.values().stream().mapToInt(route -> route.length).max().orElse(1);
    }

    @Override
    public int links() {
        return capacity.length;
    }

    @Override
    public double capacity(int link) {
        return capacity[link];
    }

    @Override
    public String linkName(int link) {
        return names.get(link);
    }

    @Override
    public int longestRoute() {
        return longest;
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int @Nullable [] route = routes.get((long) source * cluster.nodes() + destination);
        if (route == null) {
            throw InputException.at(
                    place,
                    "no route from node " + cluster.nodeName(source) + " to node " + cluster.nodeName(destination),
                    "Add it to 'routes'");
        }
        System.arraycopy(route, 0, into, 0, route.length);
        return route.length;
    }
}
