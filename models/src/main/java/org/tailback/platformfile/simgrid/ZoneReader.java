package org.tailback.platformfile.simgrid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.platformfile.simgrid.Zone.HostLinks;
import org.tailback.platformfile.simgrid.Zone.Route;
import org.tailback.platformfile.simgrid.Zone.SimGridLink;
import org.tailback.platformfile.simgrid.Zone.TorusLinks;

/** Reader of the elements of a platform into zones, hosts and links, which counts omitted elements by name. */
final class ZoneReader {
    /**
     * A host of the platform.
     *
     * @param cores number of cores of the host, >= 1
     */
    record Host(String name, double speed, int cores) {}

    final List<Host> hosts = new ArrayList<>();
    final Map<String, Zone> zoneOf = new LinkedHashMap<>();
    /** Number of omitted elements, by name. */
    final Map<String, Integer> leftOut = new TreeMap<>();

    private static final List<String> POLICIES = List.of("SHARED", "FATPIPE", "SPLITDUPLEX", "FULLDUPLEX");

    private final Set<String> names = new HashSet<>();
    private final Map<String, SimGridLink> up = new LinkedHashMap<>();
    private final Map<String, SimGridLink> down = new LinkedHashMap<>();

    void read(XmlElement platform) {
        for (XmlElement each : platform.children()) {
            read(each, null);
        }
    }

    private void read(XmlElement element, @Nullable Zone zone) {
        switch (element.name()) {
            case "zone", "AS" -> zone(element, zone);
            case "cluster" -> cluster(element, zone);
            case "config" -> {} // read before
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
                zone.hostLinks.put(
                        element.text("id"),
                        new HostLinks(List.of(used(element, "up")), List.of(used(element, "down")), ""));
            case "cabinet" -> hostsOf(element, zone);
            case "route" -> route(element, zone, "", "");
            case "zoneRoute", "ASroute" -> route(element, zone, element.text("gw_src", ""), element.text("gw_dst", ""));
            case "bypassRoute" -> bypass(element, zone, "", "");
            case "bypassZoneRoute", "bypassASroute" ->
                bypass(element, zone, element.text("gw_src"), element.text("gw_dst"));
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
        String topology = element.text("topology", "FLAT");
        boolean torus = topology.equals(RouteSearch.TORUS);
        if (!torus && !topology.equals("FLAT")) {
            throw element.problem(
                    "a cluster with topology " + topology + " is "
                            + (topology.equals("FAT_TREE") ? "supported only as the whole platform" : "not supported"),
                    "Write its links and routes");
        }
        Zone zone = new Zone(element.text("id"), torus ? RouteSearch.TORUS : "Cluster", parent, element.place());
        if (torus) {
            torus(element, zone);
            return;
        }
        String prefix = element.text("prefix", "");
        point(element.text("router_id", prefix + zone.id + "_router" + element.text("suffix", "")), zone, element);
        if (element.has("bb_bw")) {
            zone.backbone = new SimGridLink(
                    zone.id + ".backbone",
                    element.bandwidth("bb_bw"),
                    element.latency("bb_lat"),
                    !element.text("bb_sharing_policy", "SHARED").equals("FATPIPE"));
        }
        leaveOutLoopback(element);
        hostsOf(element, zone);
        element.children().forEach(this::leaveOut);
    }

    private void leaveOutLoopback(XmlElement cluster) {
        if (cluster.has("loopback_bw")) {
            leftOut.merge("loopback_bw of <cluster>", 1, Integer::sum);
        }
    }

    private void torus(XmlElement element, Zone zone) {
        if (element.has("limiter_link") || element.has("bb_bw")) {
            throw element.problem("a torus must not have 'limiter_link' or 'bb_bw'", "Write its links and routes");
        }
        leaveOutLoopback(element);
        List<Integer> numbers = ClusterText.Radical.numbers(element);
        int[] sizes = ClusterText.numbers(element, element.text("topo_parameters"));
        if (Arrays.stream(sizes).asLongStream().reduce(1, (a, b) -> Math.min(a * b, Integer.MAX_VALUE))
                != numbers.size()) {
            throw element.problem(
                    "'topo_parameters' " + element.text("topo_parameters") + " do not match the " + numbers.size()
                            + " hosts of 'radical'",
                    "");
        }
        for (int number : numbers) {
            host(element, element.text("prefix", "") + number + element.text("suffix", ""), zone);
        }
        zone.torus = new TorusLinks(sizes, numbers.size(), (name, forward) -> {
            String id = zone.id + "." + name;
            if (forward) {
                addLink(id, element, "bw", "lat", element.text("sharing_policy", "SPLITDUPLEX"));
            }
            return direction(forward ? up : down, id, element);
        });
        element.children().forEach(this::leaveOut);
    }

    private void hostsOf(XmlElement element, Zone zone) {
        for (int number : ClusterText.Radical.numbers(element)) {
            String name = element.text("prefix", "") + number + element.text("suffix", "");
            host(element, name, zone);
            String policy = element.text("sharing_policy", "SPLITDUPLEX");
            addLink(name, element, "bw", "lat", policy);
            List<SimGridLink> out = new ArrayList<>(List.of(direction(up, name, element)));
            List<SimGridLink> in = new ArrayList<>(List.of(direction(down, name, element)));
            if (element.has("limiter_link")) {
                SimGridLink limiter = new SimGridLink(name + ".limiter", element.bandwidth("limiter_link"), 0, true);
                out.add(0, limiter);
                in.add(limiter);
            }
            zone.hostLinks.put(name, new HostLinks(out, in, ""));
        }
    }

    private void host(XmlElement element, String name, Zone zone) {
        if (element.hasSeveralSpeeds()) {
            leftOut.merge(XmlElement.FURTHER_SPEEDS, 1, Integer::sum);
        }
        hosts.add(new Host(name, element.speed(), element.cores()));
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
        if (!POLICIES.contains(policy)) {
            throw element.problem(
                    "links with the sharing policy " + policy + " are not supported",
                    "Supported: " + String.join(", ", POLICIES));
        }
        if (!names.add(SimGridLink.quotable(id))) {
            throw element.problem("a second link '" + id + "'", "Rename one");
        }
        double rate = element.bandwidth(bandwidth);
        double delay = element.latency(latency);
        boolean shared = !policy.equals("FATPIPE");
        SimGridLink both = new SimGridLink(id, rate, delay, shared);
        boolean duplex = policy.equals("SPLITDUPLEX") || policy.equals("FULLDUPLEX");
        up.put(id, duplex ? new SimGridLink(id + ".up", rate, delay, true) : both);
        down.put(id, duplex ? new SimGridLink(id + ".down", rate, delay, true) : both);
    }

    /** Returns the link named by an attribute, for SPLITDUPLEX with its direction at the end: {@code l1_UP}. */
    private SimGridLink used(XmlElement element, String attribute) {
        String name = element.text(attribute);
        boolean isDown = name.endsWith("_DOWN") && !down.containsKey(name);
        boolean isUp = name.endsWith("_UP") && !up.containsKey(name);
        String id = isDown || isUp ? name.substring(0, name.lastIndexOf('_')) : name;
        return direction(isDown ? down : up, id, element);
    }

    private static SimGridLink direction(Map<String, SimGridLink> links, String id, XmlElement element) {
        SimGridLink link = links.get(id);
        if (link == null) {
            throw element.problem("no link '" + id + "' is defined before the element", "");
        }
        return link;
    }

    private void bypass(XmlElement element, Zone zone, String fromGateway, String toGateway) {
        String from = element.text("src");
        String to = element.text("dst");
        zone.bypasses.put(
                from + ">" + to, new Route(from, to, fromGateway, toGateway, contents(element, new ArrayList<>())));
    }

    /** Returns the links of a route, and adds the links of the route back to a list. */
    private List<SimGridLink> contents(XmlElement element, List<SimGridLink> back) {
        List<SimGridLink> forward = new ArrayList<>();
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
        return forward;
    }

    private void route(XmlElement element, Zone zone, String fromGateway, String toGateway) {
        List<SimGridLink> back = new ArrayList<>();
        List<SimGridLink> forward = contents(element, back);
        boolean symmetrical = !element.text("symmetrical", "YES").equalsIgnoreCase("NO");
        if (zone.routing.equals("Star")) {
            star(element, zone, forward, back, symmetrical, fromGateway + toGateway);
            return;
        }
        String from = element.text("src");
        String to = element.text("dst");
        if (from.equals(to)) {
            leftOut.merge("a route of a host to itself", 1, Integer::sum);
            return;
        }
        zone.routes.put(from + ">" + to, new Route(from, to, fromGateway, toGateway, forward));
        if (symmetrical) {
            zone.routes.putIfAbsent(to + ">" + from, new Route(to, from, toGateway, fromGateway, back));
        }
    }

    /** Adds a route of a star, which has one end; its other end is the star's switch. */
    private static void star(
            XmlElement element,
            Zone zone,
            List<SimGridLink> forward,
            List<SimGridLink> back,
            boolean symmetrical,
            String gateway) {
        String from = element.text("src", "");
        String to = element.text("dst", "");
        if (from.isEmpty() == to.isEmpty()) {
            throw element.problem("a route of a Star must have exactly one end", "Leave 'src' or 'dst' empty");
        }
        HostLinks other = zone.hostLinks.getOrDefault(from + to, HostLinks.NONE);
        List<SimGridLink> out = from.isEmpty() ? symmetrical ? back : other.up() : forward;
        List<SimGridLink> in = from.isEmpty() ? forward : symmetrical ? back : other.down();
        zone.hostLinks.put(from + to, new HostLinks(out, in, gateway));
    }
}
