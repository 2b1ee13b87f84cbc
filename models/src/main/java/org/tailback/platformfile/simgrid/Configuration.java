package org.tailback.platformfile.simgrid;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.tailback.error.InputException;
import org.tailback.model.cost.BySize;

/**
 * The configuration of a SimGrid platform, as keys of the network and the cost {@code smpi}.
 *
 * @param network keys with their values, each followed by a comma
 * @param costs values of the cost's keys
 * @param loopback factors inside hosts
 * @param boundsRates whether it is of the SimGrid that had factors of the loopback, in which a factor of bandwidth
 *     bounds the rate of a message, without cross traffic; SimGrid 3.32 has no such key and lets links carry more
 *     bytes
 */
record Configuration(String network, Map<String, String> costs, Map<String, String> loopback, boolean boundsRates) {
    /** The warning about the reading of a calibration. */
    static final String RATES =
            "SimGrid platform: smpi/bw-factor bounds the rate of each message, as in the SimGrid that had"
                    + " smpi/loopback-bw-factor; without such keys links carry more bytes, as in SimGrid 3.32.";

    private static final Map<String, String> OVERHEADS =
            Map.of("smpi/os", "send-overhead", "smpi/or", "receive-overhead", "smpi/ois", "isend-overhead");
    private static final Map<String, String> FACTORS =
            Map.of("smpi/bw-factor", "bandwidth-factors", "smpi/lat-factor", "latency-factors");
    private static final Map<String, String> NUMBERS = Map.of(
            "smpi/async-small-thresh", "eager-below",
            "smpi/send-is-detached-thresh", "detached-below",
            "smpi/iprobe", "probe-overhead");
    private static final Map<String, String> LOOPBACK = Map.of(
            "smpi/loopback-bw-factor", "local-bandwidth-factors",
            "smpi/loopback-lat-factor", "local-latency-factors");

    static Configuration of(XmlElement platform, List<String> warnings) {
        StringBuilder network = new StringBuilder();
        Map<String, String> costs = new LinkedHashMap<>();
        Map<String, String> loopback = new LinkedHashMap<>();
        boolean crossTraffic = true;
        for (XmlElement config : platform.children()) {
            for (XmlElement each : config.name().equals("config") ? config.children() : List.<XmlElement>of()) {
                String id = each.text("id");
                String value = each.text("value").strip();
                if (OVERHEADS.containsKey(id)) {
                    costs.put(OVERHEADS.get(id), checked(each, value, BySize::overheads));
                } else if (FACTORS.containsKey(id)) {
                    costs.put(FACTORS.get(id), checked(each, value, BySize::factors));
                } else if (LOOPBACK.containsKey(id)) {
                    loopback.put(LOOPBACK.get(id), checked(each, value, BySize::factors));
                } else if (NUMBERS.containsKey(id)) {
                    costs.put(NUMBERS.get(id), each.number("value"));
                } else if (id.equals("network/TCP-gamma")) {
                    network.append("tcp-gamma: ").append(each.number("value")).append(", ");
                } else if (id.equals("network/weight-S")) {
                    network.append("weight-s: ").append(each.number("value")).append(", ");
                } else if (id.equals("network/crosstraffic")) {
                    crossTraffic = !value.matches("(?i)no|off|false|0");
                    network.append(crossTraffic ? "" : "cross-traffic: 0, ");
                } else if (!id.equals("network/model")) {
                    warnings.add(SimGridPlatform.leftOut("the configuration '" + id + "'", 1));
                } else if (!value.equals("SMPI")) {
                    throw each.problem("the network model '" + value + "' is not read", "Write SMPI");
                }
            }
        }
        boolean boundsRates = !loopback.isEmpty() && costs.containsKey("bandwidth-factors") && !crossTraffic;
        return new Configuration(network.toString(), costs, loopback, boundsRates);
    }

    private static String checked(XmlElement element, String value, Consumer<String> parser) {
        try {
            parser.accept(value);
        } catch (InputException e) {
            throw element.problem("'" + element.text("id") + "': " + e.getMessage(), "");
        }
        return '"' + value + '"';
    }

    /** Returns the cost's keys, each after a comma. */
    String cost() {
        return text(costs);
    }

    boolean hasLocalFactors() {
        return !loopback.isEmpty();
    }

    /** Returns the cost's keys of the link inside hosts, each after a comma; empty without factors of its own. */
    String local(double latency, double bandwidth) {
        return hasLocalFactors()
                ? ", local-bandwidth: " + SimGridPlatform.number(bandwidth) + ", local-latency: "
                        + SimGridPlatform.number(latency) + text(loopback)
                : "";
    }

    private static String text(Map<String, String> keys) {
        return keys.entrySet().stream()
                .map(key -> ", " + key.getKey() + ": " + key.getValue())
                .collect(Collectors.joining());
    }
}
