package org.tailback.model.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;

/** Reads links and routes that are given one by one: {@link GivenRoutes}. */
final class LinksSettings {
    private LinksSettings() {}

    static TopologyPlan links(Settings settings) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        List<Double> capacities = new ArrayList<>();
        for (Settings link : settings.sections("links")) {
            link.rejectUnknown(List.of("name", "bandwidth"));
            String name = link.text("name");
            if (numbers.putIfAbsent(name, numbers.size()) != null) {
                throw link.problem("name", "a second link '" + name + "'", "Rename one");
            }
            capacities.add(link.bytesPerSecond("bandwidth"));
        }
        List<Settings> routes = settings.sections("routes");
        for (Settings route : routes) {
            route.rejectUnknown(List.of("from", "to", "via", "both-ways"));
            via(route, numbers);
        }
        double[] capacity = capacities.stream().mapToDouble(Double::doubleValue).toArray();
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
            return new GivenRoutes(
                    cluster, settings.placeOf("routes"), new ArrayList<>(numbers.keySet()), capacity, byPair);
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
