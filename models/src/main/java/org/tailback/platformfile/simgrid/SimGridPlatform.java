package org.tailback.platformfile.simgrid;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platformfile.simgrid.ZoneReader.Host;

/**
 * A SimGrid platform as a platform file under the models {@code smpi}. A cluster that is the whole platform becomes a
 * star, fat tree or torus; every other platform becomes single links and a route for each pair of hosts.
 * Hosts are nodes in the order of the file.
 *
 * @param yaml text of the platform file
 * @param warnings what was left out or approximated, with numbers
 */
public record SimGridPlatform(String yaml, List<String> warnings) {
    /** Most hosts of a platform that becomes single routes. */
    public static final int MAX_ROUTED_HOSTS = 240;

    /** Returns whether a text is XML rather than YAML. */
    public static boolean isXml(String text) {
        return text.stripLeading().startsWith("<");
    }

    /**
     * Reads a platform.
     *
     * @param source what comes before line and column in messages
     * @throws InputException if it is no such XML, or its network cannot be a platform file
     */
    public static SimGridPlatform parse(String text, String source) {
        XmlElement platform = XmlElement.parse(text, source);
        if (!platform.name().equals("platform")) {
            throw platform.problem("expected a SimGrid platform, found <" + platform.name() + ">", "");
        }
        XmlElement whole = wholeCluster(platform);
        return whole == null ? routed(platform, source) : ClusterText.of(whole);
    }

    /** The cluster inside zones that hold nothing else; null if there is more. */
    private static @Nullable XmlElement wholeCluster(XmlElement element) {
        List<XmlElement> inside = element.children().stream()
                .filter(each -> !each.name().equals("config") && !each.name().equals("prop"))
                .toList();
        if (inside.size() != 1) {
            return null;
        }
        XmlElement only = inside.get(0);
        if (only.name().equals("cluster")) {
            return only.has("bb_bw")
                            || only.text("sharing_policy", "SPLITDUPLEX").equals("SHARED")
                    ? null
                    : only;
        }
        return only.name().equals("zone") || only.name().equals("AS") ? wholeCluster(only) : null;
    }

    private static SimGridPlatform routed(XmlElement platform, String source) {
        ZoneReader reader = new ZoneReader();
        reader.read(platform);
        List<Host> hosts = reader.hosts;
        if (hosts.isEmpty() || hosts.size() > MAX_ROUTED_HOSTS) {
            throw InputException.at(
                    source,
                    "a platform of single routes may have 1 to " + MAX_ROUTED_HOSTS + " hosts, found " + hosts.size(),
                    "");
        }
        RouteSearch search = new RouteSearch(reader.zoneOf);
        Map<String, Link> links = new LinkedHashMap<>();
        Latencies latencies = new Latencies();
        Set<String> fat = new TreeSet<>();
        StringBuilder routes = new StringBuilder();
        int missing = 0;
        for (int from = 0; from < hosts.size(); from++) {
            for (int to = 0; to < hosts.size(); to++) {
                List<Link> found = from == to
                        ? List.of()
                        : search.links(hosts.get(from).name(), hosts.get(to).name());
                List<Link> all = found == null ? List.of() : found;
                List<Link> shared =
                        all.stream().filter(Link::isShared).distinct().toList();
                all.stream().filter(link -> !link.isShared()).forEach(link -> fat.add(link.name()));
                if (shared.isEmpty()) {
                    missing += from == to ? 0 : 1;
                    continue;
                }
                shared.forEach(link -> links.put(link.name(), link));
                latencies.add(all);
                routes.append("    - {from: ")
                        .append(from)
                        .append(", to: ")
                        .append(to)
                        .append(", via: \"");
                routes.append(shared.stream().map(Link::name).collect(Collectors.joining(" ")))
                        .append("\"}\n");
            }
        }
        List<String> warnings = new ArrayList<>();
        new TreeMap<>(reader.leftOut).forEach((what, count) -> warnings.add(leftOut(what, count)));
        if (missing > 0) {
            warnings.add(
                    missing + " pairs of hosts have no route with a shared link: messages between them are errors.");
        }
        if (!fat.isEmpty()) {
            warnings.add("SimGrid platform: " + fat.size()
                    + " links with the sharing policy FATPIPE limit no message here; their latencies count.");
        }
        warnings.addAll(latencies.warnings());
        StringBuilder yaml = new StringBuilder(machine(hosts, warnings));
        yaml.append("network:\n  model: smpi\n  topology: links\n")
                .append(latencies.yaml())
                .append("  links:\n");
        links.values()
                .forEach(link -> yaml.append("    - {name: \"")
                        .append(link.name())
                        .append("\", bandwidth: ")
                        .append(number(link.bandwidth()))
                        .append("}\n"));
        yaml.append("  routes:\n").append(routes).append("cost: {model: smpi, latency: ");
        yaml.append(number(2 * latencies.ofOuterLinks())).append("}\n");
        return new SimGridPlatform(yaml.toString(), List.copyOf(warnings));
    }

    /** Returns the warning about elements or attributes that are not read. */
    static String leftOut(String what, int count) {
        return "SimGrid platform: " + what + " is not read, " + count + (count == 1 ? " time." : " times.");
    }

    private static String machine(List<Host> hosts, List<String> warnings) {
        TreeSet<Double> speeds = new TreeSet<>();
        TreeSet<Integer> cores = new TreeSet<>();
        hosts.forEach(host -> {
            speeds.add(host.speed());
            cores.add(host.cores());
        });
        if (speeds.size() > 1) {
            warnings.add("SimGrid platform: hosts have " + speeds.size() + " speeds; all get that of the first, "
                    + number(hosts.get(0).speed()) + " flop/s.");
        }
        if (cores.size() > 1) {
            warnings.add("SimGrid platform: hosts have " + cores.first() + " to " + cores.last()
                    + " cores; all get the smallest number.");
        }
        return "cluster: {nodes: " + hosts.size() + ", cores-per-node: " + cores.first() + "}\ncompute: {speed: "
                + number(hosts.get(0).speed()) + "}\n";
    }

    /** Returns a number as a platform file reads it. */
    static String number(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
}
