package org.tailback.model.topology;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.topology.GivenRoutes.GivenLink;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;

/** Reads links and routes that are given one by one: {@link GivenRoutes}. */
final class LinksSettings {
    private static final String LATENCY = "latency";

    /** The keys of its own. */
    static final ImmutableList<Parameter> PARAMETERS = ImmutableList.of(
            new Parameter(
                    "links",
                    "",
                    "links: list of {name: …, bandwidth: capacity, shared: false if every message has all of it,"
                            + " latency: a time, which only smpi uses}; a link is one-directional"),
            new Parameter(
                    "routes", "", "links: list of {from: node, to: node, via: names of links, both-ways: false}"));

    private LinksSettings() {}

    /**
     * Returns whether the links are given with latencies.
     *
     * @throws InputException if only some are
     */
    static boolean haveLatencies(Settings settings) {
        List<Settings> links = settings.sections("links");
        List<Settings> without =
                links.stream().filter(link -> !link.has(LATENCY)).toList();
        if (!without.isEmpty() && without.size() < links.size()) {
            throw without.get(0)
                    .problem("name", "this link has no 'latency', others have one", "Give it to all or to none");
        }
        return without.isEmpty();
    }

    static TopologyPlan links(Settings settings) {
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
                    int[] back = new int[forward.length];
                    for (int i = 0; i < back.length; i++) {
                        back[i] = forward[back.length - 1 - i];
                    }
                    put(byPair, cluster, to, from, back, route);
                }
            }
            return new GivenRoutes(cluster, settings.placeOf("routes"), links, byPair);
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
            throw new InputException(route.placeOf(key) + ": " + e.getMessage(), e);
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
}
