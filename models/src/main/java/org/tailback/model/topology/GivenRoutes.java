package org.tailback.model.topology;

import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;
import org.tailback.sharing.Link;

/**
 * A topology of links and routes that are given one by one.
 *
 * @param place location of the routes, for messages
 * @param routes links of each route, by source * nodes + destination
 * @param descriptions description of each link
 */
record GivenRoutes(
        Cluster cluster,
        String place,
        List<GivenLink> given,
        Map<Long, int[]> routes,
        int longestRoute,
        Link[] descriptions)
        implements Topology {
    private static final int UNUSED = -1;
    private static final int SEVERAL = -2;

    /**
     * A given link.
     *
     * @param capacity bytes per second, finite, > 0
     * @param latency seconds, >= 0; NaN if it was not given
     */
    record GivenLink(String name, double capacity, double latency, boolean isShared) {}

    private static final String LATENCY = "latency";

    /** Returns whether the links have given latencies. */
    static boolean haveLatencies(Settings settings) {
        List<Settings> links = settings.sections("links");
        List<Settings> without =
                links.stream().filter(link -> !link.has(LATENCY)).toList();
        if (!without.isEmpty() && without.size() < links.size()) {
            throw without.get(0)
                    .problem(
                            "name", "the link has no 'latency', but other links have one", "Give it to all or to none");
        }
        return without.isEmpty();
    }

    static TopologyPlan read(Settings settings) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        List<GivenLink> links = new ArrayList<>();
        boolean timed = haveLatencies(settings);
        for (Settings link : settings.sections("links")) {
            link.rejectUnknown(List.of("name", "bandwidth", LATENCY, "shared"));
            String name = link.text("name");
            if (numbers.putIfAbsent(name, numbers.size()) != null) {
                throw link.problem("name", "a second link '" + name + "'", "Rename one");
            }
            links.add(new GivenLink(
                    name,
                    link.bytesPerSecond("bandwidth"),
                    timed ? link.seconds(LATENCY) : Double.NaN,
                    link.flag("shared", true)));
        }
        List<Settings> routes = settings.sections("routes");
        for (Settings route : routes) {
            route.rejectUnknown(List.of("from", "to", "via", "both-ways"));
            via(route, numbers);
        }
        return cluster -> {
            Map<Long, int[]> byPair = new HashMap<>();
            for (Settings route : routes) {
                int from = node(cluster, route, "from");
                int to = node(cluster, route, "to");
                int[] forward = via(route, numbers);
                put(byPair, cluster, from, to, forward, route);
                if (route.flag("both-ways", false)) {
                    int[] back = forward.clone();
                    Ints.reverse(back);
                    put(byPair, cluster, to, from, back, route);
                }
            }
            int longest = byPair.values().stream()
                    .mapToInt(route -> route.length)
                    .max()
                    .orElse(1);
            Link[] owned = owned(cluster, links, byPair);
            return new GivenRoutes(cluster, settings.placeOf("routes"), links, byPair, longest, owned);
        };
    }

    private static void put(Map<Long, int[]> routes, Cluster cluster, int from, int to, int[] links, Settings route) {
        if (routes.put((long) from * cluster.nodes() + to, links) != null) {
            throw route.problem(
                    "from",
                    "a second route from node " + cluster.nodeName(from) + " to node " + cluster.nodeName(to),
                    "Remove one");
        }
    }

    private static int node(Cluster cluster, Settings route, String key) {
        try {
            return cluster.nodeNamed(route.text(key));
        } catch (InputException e) {
            throw e.at(route.placeOf(key));
        }
    }

    private static int[] via(Settings route, Map<String, Integer> numbers) {
        String[] names = route.text("via").strip().split("[\\s]+");
        int[] links = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            Integer number = numbers.get(names[i]);
            if (number == null) {
                throw route.problem(
                        "via",
                        "unknown link '" + names[i] + "'",
                        Suggestion.of(names[i], numbers.keySet()) + "Links: " + String.join(", ", numbers.keySet()));
            }
            links[i] = number;
            for (int j = 0; j < i; j++) {
                if (links[j] == number) {
                    throw route.problem("via", "the route crosses link '" + names[i] + "' twice", "");
                }
            }
        }
        return links;
    }

    /**
     * Returns the links with their owners. A node owns a link if only messages from this node use the link, as the
     * first link of their routes, or if only messages to this node use it, as the last link of their routes.
     */
    private static Link[] owned(Cluster cluster, List<GivenLink> given, Map<Long, int[]> routes) {
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
    public Link link(int link) {
        return descriptions[link];
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
