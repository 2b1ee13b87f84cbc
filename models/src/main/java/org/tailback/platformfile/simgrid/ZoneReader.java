package org.tailback.platformfile.simgrid;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.platformfile.simgrid.Zone.HostLinks;
import org.tailback.platformfile.simgrid.Zone.Route;

/** Reads the elements of a platform into zones, hosts and links; counts by name what it leaves out. */
final class ZoneReader {
    /** @param cores of the host, >= 1 */
    record Host(String name, double speed, int cores) {}

    final List<Host> hosts = new ArrayList<>();
    final Map<String, Zone> zoneOf = new LinkedHashMap<>();
    /** What was left out, with its number. */
    final Map<String, Integer> leftOut = new TreeMap<>();

    private final Map<String, Link> up = new LinkedHashMap<>();
    private final Map<String, Link> down = new LinkedHashMap<>();

    void read(XmlElement platform) {
        for (XmlElement each : platform.children()) {
            read(each, null);
        }
    }

    private void read(XmlElement element, @Nullable Zone zone) {
        switch (element.name()) {
            case "zone", "AS" -> zone(element, zone);
            case "cluster" -> cluster(element, zone);
            default -> {
                if (zone == null) {
                    leaveOut(element);
                } else {
                    inZone(element, zone);
                }
            }
        }
    }

    private void inZone(XmlElement element, Zone zone) {
        switch (element.name()) {
            case "host" -> {
                host(element, element.text("id"), zone);
                element.children().forEach(this::leaveOut);
            }
            case "router" -> point(element.text("id"), zone, element);
            case "link" -> link(element);
            case "backbone" -> {
                link(element);
                zone.backbone = up.get(element.text("id"));
            }
            case "host_link" ->
                zone.hostLinks.put(element.text("id"), new HostLinks(used(element, "up"), used(element, "down")));
            case "cabinet" -> hostsOf(element, zone);
            case "route" -> route(element, zone, "src", "dst", "", "");
            case "zoneRoute", "ASroute" ->
                route(element, zone, "src", "dst", element.text("gw_src"), element.text("gw_dst"));
            default -> leaveOut(element);
        }
    }

    private void leaveOut(XmlElement element) {
        leftOut.merge("<" + element.name() + ">", 1, Integer::sum);
    }

    private void zone(XmlElement element, @Nullable Zone parent) {
        Zone zone = new Zone(element.text("id"), element.text("routing"), parent, element.place());
        if (parent != null) {
            parent.points.add(zone.id);
        }
        element.children().forEach(each -> read(each, zone));
    }

    private void cluster(XmlElement element, @Nullable Zone parent) {
        if (!element.text("topology", "FLAT").equals("FLAT")) {
            throw element.problem(
                    "a cluster with topology " + element.text("topology")
                            + " is read only where it is the whole platform",
                    "Write its links and routes, or take the other parts out");
        }
        Zone zone = new Zone(element.text("id"), "Cluster", parent, element.place());
        String prefix = element.text("prefix", "");
        point(element.text("router_id", prefix + zone.id + "_router" + element.text("suffix", "")), zone, element);
        if (element.has("bb_bw")) {
            zone.backbone = new Link(
                    zone.id + ".backbone",
                    Units.bandwidth(element, "bb_bw"),
                    Units.latency(element, "bb_lat"),
                    !element.text("bb_sharing_policy", "SHARED").equals("FATPIPE"));
        }
        for (String other : List.of("limiter_link", "loopback_bw")) {
            if (element.has(other)) {
                leftOut.merge(other + " of <cluster>", 1, Integer::sum);
            }
        }
        hostsOf(element, zone);
        element.children().forEach(this::leaveOut);
    }

    private void hostsOf(XmlElement element, Zone zone) {
        for (int number : Radical.numbers(element)) {
            String name = element.text("prefix", "") + number + element.text("suffix", "");
            host(element, name, zone);
            String policy = element.text("sharing_policy", "SPLITDUPLEX");
            addLink(name, element, "bw", "lat", policy);
            zone.hostLinks.put(name, new HostLinks(direction(up, name, element), direction(down, name, element)));
        }
    }

    private void host(XmlElement element, String name, Zone zone) {
        if (Units.hasSeveralSpeeds(element)) {
            leftOut.merge(Units.FURTHER_SPEEDS, 1, Integer::sum);
        }
        hosts.add(new Host(name, Units.speed(element), Units.cores(element)));
        point(name, zone, element);
    }

    private void point(String name, Zone zone, XmlElement element) {
        if (zoneOf.put(name, zone) != null) {
            throw element.problem("there are two hosts or routers with the name '" + name + "'", "Rename one");
        }
        zone.points.add(name);
    }

    private void link(XmlElement element) {
        addLink(element.text("id"), element, "bandwidth", "latency", element.text("sharing_policy", "SHARED"));
        element.children().forEach(this::leaveOut);
    }

    private void addLink(String id, XmlElement element, String bandwidth, String latency, String policy) {
        double rate = Units.bandwidth(element, bandwidth);
        double delay = Units.latency(element, latency);
        boolean shared = !policy.equals("FATPIPE");
        Link both = new Link(id, rate, delay, shared);
        boolean duplex = policy.equals("SPLITDUPLEX") || policy.equals("FULLDUPLEX");
        up.put(id, duplex ? new Link(id + ".up", rate, delay, true) : both);
        down.put(id, duplex ? new Link(id + ".down", rate, delay, true) : both);
    }

    /** A link that an attribute names, for SPLITDUPLEX with its direction at the end: {@code l1_UP}. */
    private Link used(XmlElement element, String attribute) {
        String name = element.text(attribute);
        return name.endsWith("_DOWN") && !down.containsKey(name)
                ? direction(down, name.substring(0, name.length() - "_DOWN".length()), element)
                : direction(
                        up,
                        name.endsWith("_UP") && !up.containsKey(name)
                                ? name.substring(0, name.length() - "_UP".length())
                                : name,
                        element);
    }

    private static Link direction(Map<String, Link> links, String id, XmlElement element) {
        Link link = links.get(id);
        if (link == null) {
            throw element.problem("there is no link '" + id + "' before this place", "");
        }
        return link;
    }

    private void route(XmlElement element, Zone zone, String src, String dst, String fromGateway, String toGateway) {
        List<Link> forward = new ArrayList<>();
        List<Link> back = new ArrayList<>();
        for (XmlElement each : element.children()) {
            if (!each.name().equals("link_ctn")) {
                leaveOut(each);
                continue;
            }
            boolean isDown = each.text("direction", "UP").equals("DOWN");
            String id = each.text("id");
            forward.add(direction(isDown ? down : up, id, each));
            back.add(0, direction(isDown ? up : down, id, each));
        }
        boolean symmetrical = !element.text("symmetrical", "YES").equalsIgnoreCase("NO");
        if (zone.routing.equals("Star")) {
            star(element, zone, forward, back, symmetrical);
            return;
        }
        String from = element.text(src);
        String to = element.text(dst);
        zone.routes.put(from + ">" + to, new Route(from, to, fromGateway, toGateway, forward));
        if (symmetrical) {
            zone.routes.putIfAbsent(to + ">" + from, new Route(to, from, toGateway, fromGateway, back));
        }
    }

    /** A route of a star has one end; the other is its switch. */
    private static void star(XmlElement element, Zone zone, List<Link> forward, List<Link> back, boolean symmetrical) {
        String from = element.text("src", "");
        String to = element.text("dst", "");
        if (forward.size() != 1 || from.isEmpty() == to.isEmpty()) {
            throw element.problem("a route of a Star is read if it has one end and one link", "");
        }
        String point = from + to;
        Link out = from.isEmpty() ? back.get(0) : forward.get(0);
        Link in = from.isEmpty() ? forward.get(0) : back.get(0);
        HostLinks other = zone.hostLinks.get(point);
        HostLinks links = other == null || symmetrical
                ? new HostLinks(out, in)
                : from.isEmpty() ? new HostLinks(other.up(), in) : new HostLinks(out, other.down());
        zone.hostLinks.put(point, links);
    }
}
