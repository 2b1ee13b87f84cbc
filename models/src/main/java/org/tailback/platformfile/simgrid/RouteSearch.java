package org.tailback.platformfile.simgrid;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platformfile.simgrid.Zone.HostLinks;
import org.tailback.platformfile.simgrid.Zone.Route;
import org.tailback.platformfile.simgrid.Zone.SimGridLink;
import org.tailback.platformfile.simgrid.Zone.TorusLinks;

/**
 * Search for the links between two points by SimGrid's rules: in the innermost zone around both points. If a point is
 * in an inner zone, the search leads to the gateway of the route and continues from the gateway.
 */
final class RouteSearch {
    private static final int MAX_DEPTH = 100;

    /** Name of the routing of clusters that are tori. */
    static final String TORUS = "TORUS";

    private final Map<String, Zone> zoneOf;
    private final String source;
    /**
     * Number of shortest routes with alternatives of the same length, from which SimGrid may select a different route.
     */
    int ties;

    /** Shortest routes from a point of a zone, by {@code zone>point}. */
    private final Map<String, Map<String, List<Route>>> shortest = new HashMap<>();

    /**
     * Creates a search.
     *
     * @param zoneOf zone of each host and router
     */
    RouteSearch(Map<String, Zone> zoneOf, String source) {
        this.zoneOf = zoneOf;
        this.source = source;
    }

    /** Returns the links in their order, or null if there is no route. */
    @Nullable
    List<SimGridLink> links(String from, String to) {
        List<SimGridLink> links = new ArrayList<>();
        return add(links, from, to, 0) ? links : null;
    }

    /** Adds the links between two points; returns false if there is no route. */
    private boolean add(List<SimGridLink> links, String from, String to, int depth) {
        if (depth > MAX_DEPTH) {
            throw zone(from).problem("the gateways of its routes form a cycle");
        }
        if (from.equals(to)) {
            return true;
        }
        List<Zone> left = zone(from).around();
        List<Zone> right = zone(to).around();
        int common = 0;
        while (common < left.size() && common < right.size() && left.get(common) == right.get(common)) {
            common++;
        }
        if (common == 0) {
            return false;
        }
        Zone zone = left.get(common - 1);
        Route bypass = bypass(zone, from, left, to, right, common);
        String first = common < left.size() ? left.get(common).id : from;
        String last = common < right.size() ? right.get(common).id : to;
        List<Route> steps = bypass == null ? steps(zone, first, last) : List.of(bypass);
        if (steps == null) {
            return false;
        }
        String at = from;
        for (Route step : steps) {
            if (!step.fromGateway().isEmpty() && !add(links, at, step.fromGateway(), depth + 1)) {
                return false;
            }
            links.addAll(step.links());
            at = step.toGateway().isEmpty() ? step.to() : step.toGateway();
        }
        return add(links, at, to, depth + 1);
    }

    private Zone zone(String point) {
        Zone zone = zoneOf.get(point);
        if (zone == null) {
            throw InputException.at(
                    source, "a route ends at '" + point + "', neither a host nor a router", "Give it a gateway");
        }
        return zone;
    }

    /**
     * Returns the bypass route, which takes precedence over all other routes: the bypass route of the nearest zones
     * around both ends that have one.
     */
    private static @Nullable Route bypass(
            Zone zone, String from, List<Zone> left, String to, List<Zone> right, int common) {
        if (zone.bypasses.isEmpty()) {
            return null;
        }
        List<String> sources = ends(from, left, common);
        List<String> targets = ends(to, right, common);
        for (int far = 0; far < Math.max(sources.size(), targets.size()); far++) {
            for (int near = 0; near <= far; near++) {
                for (int[] pair : new int[][] {{near, far}, {far, near}}) {
                    if (pair[0] < sources.size() && pair[1] < targets.size()) {
                        Route route = zone.bypasses.get(sources.get(pair[0]) + ">" + targets.get(pair[1]));
                        if (route != null) {
                            return route;
                        }
                    }
                }
            }
        }
        return null;
    }

    /**
     * Returns the point if it is directly in the zone; otherwise the inner zones that contain the point, innermost
     * first.
     */
    private static List<String> ends(String point, List<Zone> around, int common) {
        List<String> ends = new ArrayList<>();
        for (int i = around.size() - 1; i >= common; i--) {
            ends.add(around.get(i).id);
        }
        return ends.isEmpty() ? List.of(point) : ends;
    }

    private @Nullable List<Route> steps(Zone zone, String from, String to) {
        return switch (zone.routing) {
            case "Cluster", "Star" -> {
                HostLinks first = zone.hostLinks.getOrDefault(from, HostLinks.NONE);
                HostLinks last = zone.hostLinks.getOrDefault(to, HostLinks.NONE);
                Set<SimGridLink> links = new LinkedHashSet<>(first.up());
                if (zone.backbone != null) {
                    links.add(zone.backbone);
                }
                links.addAll(last.down());
                yield List.of(new Route(from, to, first.gateway(), last.gateway(), List.copyOf(links)));
            }
            case TORUS -> {
                TorusLinks torus = requireNonNull(zone.torus);
                yield List.of(
                        new Route(from, to, "", "", torus.links(zone.points.indexOf(from), zone.points.indexOf(to))));
            }
            case "None" -> null;
            case "Full" -> {
                Route route = zone.routes.get(from + ">" + to);
                yield route == null ? null : List.of(route);
            }
            case "Floyd", "Dijkstra", "DijkstraCache" ->
                shortest.computeIfAbsent(zone.id + ">" + from, key -> shortest(zone, from))
                        .get(to);
            default ->
                throw InputException.at(
                        zone.place,
                        "routes of the routing '" + zone.routing + "' are not supported",
                        "Supported: Full, Cluster, Star, Floyd, Dijkstra and None");
        };
    }

    /** Returns the shortest routes by Dijkstra's algorithm; the length of a route is its number of links. */
    private Map<String, List<Route>> shortest(Zone zone, String start) {
        record Reached(String point, int length, List<Route> steps) {}
        Map<String, List<Route>> found = new HashMap<>();
        Map<String, Integer> lengths = new HashMap<>();
        PriorityQueue<Reached> open = new PriorityQueue<>(Comparator.comparingInt(Reached::length));
        open.add(new Reached(start, 0, List.of()));
        while (!open.isEmpty()) {
            Reached next = open.remove();
            if (found.putIfAbsent(next.point(), next.steps()) == null) {
                lengths.put(next.point(), next.length());
                for (Route route : zone.routes.values()) {
                    if (route.from().equals(next.point())) {
                        List<Route> steps = new ArrayList<>(next.steps());
                        steps.add(route);
                        open.add(new Reached(
                                route.to(), next.length() + route.links().size(), steps));
                    }
                }
            } else if (next.length() == lengths.getOrDefault(next.point(), -1)) {
                ties++;
            }
        }
        return found;
    }
}
