package org.tailback.platformfile.simgrid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tailback.platformfile.simgrid.ZoneReader.Host;

/** Conversion of a cluster that is the whole platform, as a star or as one of the regular topologies. */
final class ClusterText {
    private ClusterText() {}

    static SimGridPlatform of(XmlElement cluster, Configuration config) {
        List<String> warnings = new ArrayList<>();
        int nodes = Radical.numbers(cluster).size();
        double latency = cluster.latency("lat");
        String bandwidth = "bandwidth: " + SimGridPlatform.number(cluster.bandwidth("bw"));
        double localBandwidth =
                cluster.has("loopback_bw") ? cluster.bandwidth("loopback_bw") : SimGridPlatform.LOOPBACK_BANDWIDTH;
        double localLatency = cluster.has("loopback_bw") ? cluster.latency("loopback_lat") : 0;
        String topology = topology(cluster);
        boolean boundsRates = topology.isEmpty() && config.boundsRates();
        String network = boundsRates
                ? "uncontended"
                : "smpi, " + config.network() + topology + bandwidth + ", link-latency: "
                        + SimGridPlatform.number(latency);
        Host host = new Host("", cluster.speed(), cluster.cores());
        String yaml = SimGridPlatform.machine(
                        Collections.nCopies(nodes, host), config, localLatency, localBandwidth, warnings)
                + "network: {model: " + network + "}\ncost: {model: smpi, latency: "
                + SimGridPlatform.number(2 * latency)
                + (boundsRates ? ", envelope: 0 B, factors-bound: rates, " + bandwidth : "") + config.cost()
                + config.local(localLatency, localBandwidth) + "}\n";
        if (boundsRates) {
            warnings.add(Configuration.RATES);
        }
        if (cluster.hasSeveralSpeeds()) {
            warnings.add(SimGridPlatform.leftOut(XmlElement.FURTHER_SPEEDS, 1));
        }
        cluster.children().stream()
                .collect(Collectors.groupingBy(XmlElement::name, Collectors.counting()))
                .forEach((name, count) -> warnings.add(SimGridPlatform.leftOut("<" + name + ">", count.intValue())));
        return new SimGridPlatform(yaml, warnings.stream().sorted().toList());
    }

    private static String topology(XmlElement cluster) {
        String kind = cluster.text("topology", "FLAT");
        if (kind.equals("FLAT")) {
            return "";
        }
        if (!kind.equals("FAT_TREE")) {
            throw cluster.problem(
                    "a cluster with topology " + kind + " is not supported", "Supported: FLAT, FAT_TREE and TORUS");
        }
        String[] parts = cluster.text("topo_parameters").strip().split("\\s*;\\s*", -1);
        boolean hasLevels = parts.length == 4
                && IntStream.range(1, 4)
                        .allMatch(i -> parts[0].equals(Integer.toString(parts[i].split(",", -1).length)));
        if (hasLevels && parts[3].matches("[1, ]+")) {
            return "topology: fat-tree, down: " + product(cluster, parts[1]) + ", up: " + product(cluster, parts[2])
                    + ", ";
        }
        throw cluster.problem(
                "a fat tree must have one cable between two switches, such as 2;16,4;1,4;1,1; found '"
                        + cluster.text("topo_parameters") + "'",
                "");
    }

    private static String product(XmlElement cluster, String list) {
        if (!list.strip().matches("\\d{1,9}(\\s*,\\s*\\d{1,9})*")) {
            throw cluster.problem(
                    "'topo_parameters' must be lists of numbers, found '" + cluster.text("topo_parameters") + "'", "");
        }
        return list.strip().replaceAll("\\s*,\\s*", "x");
    }

    /** Returns the numbers of a list in {@code topo_parameters}. */
    static int[] numbers(XmlElement cluster, String list) {
        return Arrays.stream(product(cluster, list).split("x"))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    /** Numbers of hosts in SimGrid's notation: {@code 0-3,7,9-10}. */
    static final class Radical {
        private static final Pattern PART = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");
        private static final int MAX_HOSTS = 1 << 20;

        private Radical() {}

        static List<Integer> numbers(XmlElement element) {
            List<Integer> numbers = new ArrayList<>();
            for (String part : element.text("radical").split(",")) {
                Matcher matcher = PART.matcher(part.strip());
                if (!matcher.matches()) {
                    throw element.problem(
                            "'radical' must be numbers and ranges, found '" + part.strip() + "'", "Write 0-3,7");
                }
                int first = Integer.parseInt(matcher.group(1));
                int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
                if (last < first) {
                    throw element.problem("the range '" + part.strip() + "' in 'radical' ends before it begins", "");
                }
                if (last - first + numbers.size() >= MAX_HOSTS) {
                    throw element.problem("more than " + MAX_HOSTS + " hosts", "");
                }
                for (int number = first; number <= last; number++) {
                    numbers.add(number);
                }
            }
            return numbers;
        }
    }
}
