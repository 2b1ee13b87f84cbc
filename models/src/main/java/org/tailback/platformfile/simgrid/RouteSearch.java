package org.tailback.platformfile.simgrid;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platformfile.simgrid.Zone.HostLinks;
import org.tailback.platformfile.simgrid.Zone.Route;

/**
 * Links between two points, as SimGrid finds them: in the innermost zone around both; if a point lies in a zone of that
 * zone, to the gateway of the route and on from there.
 */
final class RouteSearch {
    private static final int MAX_DEPTH = 100;

    private final Map<String, Zone> zoneOf;
    /** Shortest routes from a point of a zone, by {@code zone>point}. */
    private final Map<String, Map<String, List<Route>>> shortest = new HashMap<>();

    /** @param zoneOf the zone in which each host and router lies */
    RouteSearch(Map<String, Zone> zoneOf) {
        this.zoneOf = zoneOf;
    }

    /** Returns the links in their order, or null if there is no route. */
    @Nullable
    List<Link> links(String from, String to) {
        return links(from, to, 0);
    }

    private @Nullable List<Link> links(String from, String to, int depth) {
        if (depth > MAX_DEPTH) {
            throw zone(from).problem("the gateways of its routes lead in a circle");
        }
        if (from.equals(to)) {
            return List.of();
        }
        List<Zone> left = zone(from).around();
        List<Zone> right = zone(to).around();
        int common = 0;
        while (common < left.size() && common < right.size() && left.get(common) == right.get(common)) {
            common++;
        }
        if (common == 0) {
            return null;
        }
        Zone zone = left.get(common - 1);
        String first = common < left.size() ? left.get(common).id : from;
        String last = common < right.size() ? right.get(common).id : to;
        List<Link> links = new ArrayList<>();
        String at = from;
        List<Route> steps = steps(zone, first, last);
        if (steps == null) {
            return null;
        }
        for (Route step : steps) {
            List<Link> before = step.fromGateway().isEmpty() ? List.of() : links(at, step.fromGateway(), depth + 1);
            if (before == null) {
                return null;
            }
            links.addAll(before);
            links.addAll(step.links());
            at = step.toGateway().isEmpty() ? step.to() : step.toGateway();
        }
        List<Link> after = links(at, to, depth + 1);
        if (after == null) {
            return null;
        }
        links.addAll(after);
        return links;
    }

    private Zone zone(String point) {
        Zone zone = zoneOf.get(point);
        if (zone == null) {
            throw InputException.at(point, "a route ends at '" + point + "', which is no host and no router", "");
        }
        return zone;
    }

    private @Nullable List<Route> steps(Zone zone, String from, String to) {
        return switch (zone.routing) {
            case "Cluster", "Star" -> List.of(new Route(from, to, "", "", throughSwitch(zone, from, to)));
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
                        "routes of the routing '" + zone.routing + "' are not read",
                        "Read are Full, Cluster, Star, Floyd and Dijkstra");
        };
    }

    /** A router of the zone is the switch itself. */
    private static List<Link> throughSwitch(Zone zone, String from, String to) {
        List<Link> links = new ArrayList<>();
        HostLinks first = zone.hostLinks.get(from);
        if (first != null) {
            links.add(first.up());
        }
        if (zone.backbone != null) {
            links.add(zone.backbone);
        }
        HostLinks last = zone.hostLinks.get(to);
        if (last != null) {
            links.add(last.down());
        }
        return links;
    }

    /** Dijkstra's algorithm; the length of a route is its number of links. */
    private static Map<String, List<Route>> shortest(Zone zone, String start) {
        record Reached(String point, int length, List<Route> steps) {}
        Map<String, List<Route>> found = new HashMap<>();
        PriorityQueue<Reached> open = new PriorityQueue<>(Comparator.comparingInt(Reached::length));
        open.add(new Reached(start, 0, List.of()));
        while (!open.isEmpty()) {
            Reached next = open.remove();
            if (found.putIfAbsent(next.point(), next.steps()) == null) {
                for (Route route : zone.routes.values()) {
                    if (route.from().equals(next.point())) {
                        List<Route> steps = new ArrayList<>(next.steps());
                        steps.add(route);
                        open.add(new Reached(
                                route.to(), next.length() + route.links().size(), steps));
                    }
                }
            }
        }
        return found;
    }
}
