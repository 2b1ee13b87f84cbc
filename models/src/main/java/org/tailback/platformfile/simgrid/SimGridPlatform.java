package org.tailback.platformfile.simgrid;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platformfile.simgrid.Zone.SimGridLink;
import org.tailback.platformfile.simgrid.ZoneReader.Host;

/**
 * A SimGrid platform converted to a platform file with the models {@code smpi}. A cluster that is the whole platform
 * becomes a star, fat tree or torus; every other platform becomes individual links and a route for each pair of hosts.
 * Hosts are nodes in the order of the file.
 *
 * @param yaml text of the platform file
 * @param warnings omissions and approximations, with the number of occurrences
 */
public record SimGridPlatform(String yaml, List<String> warnings) {
    /** Maximum number of hosts of a platform that becomes individual routes. */
    public static final int MAX_ROUTED_HOSTS = 240;

    /**
     * Bandwidth of SMPI's path between ranks of a host if the platform does not define the bandwidth, in bytes per
     * second; the latency is then 0.
     */
    static final double LOOPBACK_BANDWIDTH = 10e9;
    /** Share of a link's bandwidth available to large messages by SMPI's factors. */
    private static final double LARGE = 0.940694;

    /** Warning about messages inside hosts, whose times differ from SimGrid's times. */
    private static final String LOOPBACK =
            "SimGrid platform: messages between ranks of one host have the latency of its loopback"
                    + " and the share of the loopback's bandwidth that large messages have;"
                    + " SimGrid's factors depend on the size of the message.";

    private static final Set<String> REFUSED = Set.of("peer", "include", "trace_connect");

    /** Returns whether a text is XML rather than YAML. */
    public static boolean isXml(String text) {
        return text.stripLeading().startsWith("<");
    }

    /**
     * Reads a platform.
     *
     * @param source name before line and column in messages
     * @throws InputException if the text is not such XML, or its network cannot be converted
     */
    public static SimGridPlatform parse(String text, String source) {
        XmlElement platform = XmlElement.parse(text, source);
        if (!platform.name().equals("platform")) {
            throw platform.problem("expected a SimGrid platform, found <" + platform.name() + ">", "");
        }
        refuse(platform);
        List<String> warnings = new ArrayList<>();
        Configuration config = Configuration.of(platform, warnings);
        XmlElement whole = wholeCluster(platform);
        SimGridPlatform read = whole == null ? routed(platform, config, source) : ClusterText.of(whole, config);
        warnings.addAll(read.warnings());
        return new SimGridPlatform(read.yaml(), List.copyOf(warnings));
    }

    /** Rejects elements whose omission would change the platform: changes during the run, and elements with hosts. */
    private static void refuse(XmlElement element) {
        for (String attribute : element.attributes().keySet()) {
            if (attribute.endsWith("_file")) {
                throw element.problem(
                        "<" + element.name() + "> has '" + attribute
                                + "', a profile that changes the platform during a run, which is not supported",
                        "Remove it to use a platform that does not change");
            }
        }
        if (REFUSED.contains(element.name())) {
            throw element.problem("<" + element.name() + "> is not supported", "Write its hosts, links and routes");
        }
        element.children().forEach(SimGridPlatform::refuse);
    }

    /** Returns the only cluster inside nested zones; null if the zones have other contents. */
    private static @Nullable XmlElement wholeCluster(XmlElement element) {
        List<XmlElement> inside = element.children().stream()
                .filter(each -> !each.name().equals("config"))
                .toList();
        if (inside.size() != 1) {
            return null;
        }
        XmlElement only = inside.get(0);
        if (only.name().equals("cluster")) {
            return only.has("bb_bw")
                            || only.has("limiter_link")
                            || only.text("topology", "").equals(RouteSearch.TORUS)
                            || !only.text("sharing_policy", "SPLITDUPLEX").equals("SPLITDUPLEX")
                    ? null
                    : only;
        }
        return only.name().equals("zone") || only.name().equals("AS") ? wholeCluster(only) : null;
    }

    private static SimGridPlatform routed(XmlElement platform, Configuration config, String source) {
        ZoneReader reader = new ZoneReader();
        reader.read(platform);
        List<Host> hosts = reader.hosts;
        if (hosts.isEmpty() || hosts.size() > MAX_ROUTED_HOSTS) {
            throw InputException.at(
                    source,
                    "a platform with routes may have 1 to " + MAX_ROUTED_HOSTS + " hosts, found " + hosts.size(),
                    "");
        }
        RouteSearch search = new RouteSearch(reader.zoneOf, source);
        Map<String, SimGridLink> links = new LinkedHashMap<>();
        StringBuilder routes = new StringBuilder();
        double shortest = Double.POSITIVE_INFINITY;
        List<String> missing = new ArrayList<>();
        for (int from = 0; from < hosts.size(); from++) {
            for (int to = 0; to < hosts.size(); to++) {
                String ends = "'%s' to '%s'"
                        .formatted(hosts.get(from).name(), hosts.get(to).name());
                List<SimGridLink> found =
                        search.links(hosts.get(from).name(), hosts.get(to).name());
                if (found == null || found.isEmpty()) {
                    missing.addAll(from == to ? List.of() : List.of(ends));
                    continue;
                }
                found.forEach(link -> links.put(link.name(), link));
                String via = found.stream().map(SimGridLink::name).collect(Collectors.joining(" "));
                if (Set.copyOf(found).size() < found.size()) {
                    throw InputException.at(
                            source,
                            "the route from host " + ends.replace(" to ", " to host ") + " crosses a link twice: "
                                    + via,
                            "Give it a separate link");
                }
                double latency =
                        found.stream().mapToDouble(SimGridLink::latency).sum();
                shortest = Math.min(shortest, latency);
                routes.append("    {from: %s, to: %s, via: \"%s\"},\n".formatted(from, to, via));
            }
        }
        List<String> warnings = new ArrayList<>();
        reader.leftOut.forEach((what, count) -> warnings.add(leftOut(what, count)));
        if (!missing.isEmpty()) {
            warnings.add("SimGrid platform: " + missing.size()
                    + (missing.size() == 1 ? " pair of hosts has" : " pairs of hosts have") + " no route, such as "
                    + missing.get(0) + ": messages between them are rejected.");
        }
        if (search.ties > 0) {
            warnings.add("SimGrid platform: shortest routes that are one of several of the same length: " + search.ties
                    + ". SimGrid may select another.");
        }
        String cost = config.cost() + config.local(0, LOOPBACK_BANDWIDTH) + "}\n";
        String before =
                machine(hosts, config, 0, LOOPBACK_BANDWIDTH, warnings) + "network: {model: smpi, " + config.network();
        // without links the hosts are unconnected, or there is only one host
        String network = links.isEmpty()
                ? "bandwidth: " + number(LOOPBACK_BANDWIDTH) + ", link-latency: 0}\ncost: {model: smpi, latency: 0"
                : links.values().stream()
                                .map(link -> "    {name: \"%s\", bandwidth: %s, latency: %s%s},\n"
                                        .formatted(
                                                link.name(),
                                                number(link.bandwidth()),
                                                number(link.latency()),
                                                link.isShared() ? "" : ", shared: false"))
                                .collect(
                                        Collectors.joining("", "topology: links,\n  links: [\n", "  ],\n  routes: [\n"))
                        + routes + "  ]}\ncost: {model: smpi, latency: " + number(shortest);
        return new SimGridPlatform(before + network + cost, List.copyOf(warnings));
    }

    /** Returns the warning about omitted elements or attributes. */
    static String leftOut(String what, int count) {
        return "SimGrid platform: " + what + " ignored, " + count + (count == 1 ? " time." : " times.");
    }

    /**
     * Returns the sections of hosts and of the path inside them.
     *
     * @param latency latency of messages inside hosts, seconds
     * @param bandwidth bandwidth of such messages, bytes per second
     */
    static String machine(
            List<Host> hosts, Configuration config, double latency, double bandwidth, List<String> warnings) {
        long speeds = hosts.stream().mapToDouble(Host::speed).distinct().count();
        IntSummaryStatistics cores = hosts.stream().mapToInt(Host::cores).summaryStatistics();
        if (speeds > 1) {
            warnings.add("SimGrid platform: hosts have " + speeds + " speeds; all hosts get the first, "
                    + number(hosts.get(0).speed()) + " flop/s.");
        }
        if (cores.getMin() < cores.getMax()) {
            warnings.add("SimGrid platform: hosts have " + cores.getMin() + " to " + cores.getMax()
                    + " cores; the smallest number is used for all hosts.");
        }
        if (!config.hasLocalFactors() && (hosts.size() == 1 || cores.getMax() > 1)) {
            warnings.add(LOOPBACK);
        }
        String local = "intra-node: {latency: " + number(latency) + ", bandwidth: " + number(LARGE * bandwidth) + "}\n";
        return "cluster: {nodes: " + hosts.size() + ", cores-per-node: " + cores.getMin() + "}\ncompute: {speed: "
                + number(hosts.get(0).speed()) + "}\n" + (config.hasLocalFactors() ? "" : local);
    }

    /** Returns a number in the form of a platform file. */
    static String number(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
}
