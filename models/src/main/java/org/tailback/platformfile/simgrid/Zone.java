package org.tailback.platformfile.simgrid;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/** A zone with its contents and their connections. The points of a zone are the hosts, routers and zones in it. */
final class Zone {
    /**
     * A route from one point to another. A gateway is the point at which a zone at the end of the route is entered;
     * empty for hosts and routers.
     */
    record Route(String from, String to, String fromGateway, String toGateway, List<SimGridLink> links) {}

    /**
     * Links of a point of a cluster or star to and from its switch.
     *
     * @param gateway point at which a zone is entered; empty for hosts and routers
     */
    record HostLinks(List<SimGridLink> up, List<SimGridLink> down, String gateway) {
        static final HostLinks NONE = new HostLinks(List.of(), List.of(), "");
    }

    final String id;
    final String routing;
    final @Nullable Zone parent;
    final String place;
    /** Routes by their ends, {@code from>to}. */
    final Map<String, Route> routes = new LinkedHashMap<>();

    final List<String> points = new ArrayList<>();
    /**
     * Routes between points in this zone or in its zones that take precedence over all other routes, by their ends.
     */
    final Map<String, Route> bypasses = new HashMap<>();
    /** Links of the points of zones with the routing Cluster or Star, by point. */
    final Map<String, HostLinks> hostLinks = new HashMap<>();

    @Nullable
    SimGridLink backbone;

    @Nullable
    TorusLinks torus;

    Zone(String id, String routing, @Nullable Zone parent, String place) {
        this.id = id;
        this.routing = routing;
        this.parent = parent;
        this.place = place;
    }

    List<Zone> around() {
        List<Zone> zones = new ArrayList<>();
        for (Zone zone = this; zone != null; zone = zone.parent) {
            zones.add(0, zone);
        }
        return zones;
    }

    InputException problem(String what) {
        return InputException.at(place, "zone '" + id + "': " + what, "");
    }

    /**
     * A link that messages cross in one direction.
     *
     * @param bandwidth bytes per second, > 0
     * @param latency seconds, >= 0
     * @param isShared false if every message has the whole bandwidth (FATPIPE)
     */
    record SimGridLink(String name, double bandwidth, double latency, boolean isShared) {
        /** Creates a link with a name that a platform file can quote and use in lists. */
        SimGridLink {
            name = quotable(name);
        }

        static String quotable(String name) {
            return name.replaceAll("[\\s\"\\\\]", "_");
        }
    }

    /**
     * Links of SimGrid's tori: each node has one link to the next node in every dimension and no link to a router.
     * Routes move dimension by dimension. The first and the last coordinate determine the direction in a dimension:
     * forward if the target is at most half the dimension ahead. A forward route crosses the end of the dimension only
     * if it starts beyond the middle.
     */
    static final class TorusLinks {
        private final int[] sizes;
        /** Links forward and backward, by node and dimension. */
        private final List<SimGridLink[]> forward = new ArrayList<>();

        private final List<SimGridLink[]> back = new ArrayList<>();

        /**
         * Creates the links of a torus.
         *
         * @param link function from a name and a direction (true for forward) to a link
         */
        TorusLinks(int[] sizes, int nodes, BiFunction<String, Boolean, SimGridLink> link) {
            this.sizes = sizes;
            for (int node = 0; node < nodes; node++) {
                SimGridLink[] ahead = new SimGridLink[sizes.length];
                SimGridLink[] behind = new SimGridLink[sizes.length];
                for (int dimension = 0; dimension < sizes.length; dimension++) {
                    String name = node + "." + dimension;
                    ahead[dimension] = link.apply(name, true);
                    behind[dimension] = link.apply(name, false);
                }
                forward.add(ahead);
                back.add(behind);
            }
        }

        List<SimGridLink> links(int from, int to) {
            List<SimGridLink> links = new ArrayList<>();
            int at = from;
            for (int dimension = 0, stride = 1; dimension < sizes.length; stride *= sizes[dimension++]) {
                int size = sizes[dimension];
                int half = size / 2;
                int source = from / stride % size;
                int target = to / stride % size;
                boolean ahead =
                        target > source && target <= source + half || source > half && (source + half) % size >= target;
                for (int place = source; place != target; ) {
                    int next = (place + (ahead ? 1 : size - 1)) % size;
                    int neighbour = at + (next - place) * stride;
                    links.add(ahead ? forward.get(at)[dimension] : back.get(neighbour)[dimension]);
                    at = neighbour;
                    place = next;
                }
            }
            return links;
        }
    }
}
