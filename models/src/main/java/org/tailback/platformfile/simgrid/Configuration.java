package org.tailback.platformfile.simgrid;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.model.cost.BySize;

/**
 * Configuration of a SimGrid platform, as keys of the network and the cost {@code smpi}.
 *
 * @param network keys with their values, each followed by a comma
 * @param costs values of the cost's keys
 * @param loopback factors inside hosts
 * @param boundsRates whether the configuration has factors of the loopback, as in earlier versions of SimGrid: a factor
 *     of bandwidth then bounds the rate of a message, without cross traffic. SimGrid 3.32 has no such key, and links
 *     carry more bytes
 */
record Configuration(String network, Map<String, String> costs, Map<String, String> loopback, boolean boundsRates) {
    /** Warning about the interpretation of a calibration. */
    static final String RATES =
            "SimGrid platform: smpi/bw-factor bounds the rate of each message, as in SimGrid versions with"
                    + " smpi/loopback-bw-factor; without such keys links carry more bytes, as in SimGrid 3.32.";

    /**
     * A key of a section.
     *
     * @param parser parser of a value by size; null for a number
     */
    private record Key(String name, @Nullable Consumer<String> parser) {}

    private static final Map<String, Key> NETWORK = Map.of(
            "network/TCP-gamma", new Key("tcp-gamma", null),
            "network/weight-S", new Key("weight-s", null));
    private static final Map<String, Key> COSTS = Map.of(
            "smpi/os", new Key("send-overhead", BySize::overheads),
            "smpi/or", new Key("receive-overhead", BySize::overheads),
            "smpi/ois", new Key("isend-overhead", BySize::overheads),
            "smpi/bw-factor", new Key("bandwidth-factors", BySize::factors),
            "smpi/lat-factor", new Key("latency-factors", BySize::factors),
            "smpi/async-small-thresh", new Key("eager-below", null),
            "smpi/send-is-detached-thresh", new Key("detached-below", null),
            "smpi/iprobe", new Key("probe-overhead", null));
    private static final Map<String, Key> LOOPBACK = Map.of(
            "smpi/loopback-bw-factor", new Key("local-bandwidth-factors", BySize::factors),
            "smpi/loopback-lat-factor", new Key("local-latency-factors", BySize::factors));

    static Configuration of(XmlElement platform, List<String> warnings) {
        Map<String, String> network = new LinkedHashMap<>();
        Map<String, String> costs = new LinkedHashMap<>();
        Map<String, String> loopback = new LinkedHashMap<>();
        for (XmlElement config : platform.children()) {
            for (XmlElement each : config.name().equals("config") ? config.children() : List.<XmlElement>of()) {
                String id = each.text("id");
                String value = each.text("value").strip();
                if (put(each, NETWORK, network) || put(each, COSTS, costs) || put(each, LOOPBACK, loopback)) {
                    continue;
                }
                if (id.equals("network/crosstraffic")) {
                    if (value.matches("(?i)no|off|false|0")) {
                        network.put("cross-traffic", "0");
                    }
                } else if (!id.equals("network/model")) {
                    warnings.add(SimGridPlatform.leftOut("the configuration '" + id + "'", 1));
                } else if (!value.equals("SMPI")) {
                    throw each.problem("the network model '" + value + "' is not supported", "Write SMPI");
                }
            }
        }
        boolean boundsRates =
                !loopback.isEmpty() && costs.containsKey("bandwidth-factors") && network.containsKey("cross-traffic");
        String keys = network.isEmpty() ? "" : text(network).substring(2) + ", ";
        return new Configuration(keys, costs, loopback, boundsRates);
    }

    private static boolean put(XmlElement element, Map<String, Key> keys, Map<String, String> values) {
        Key key = keys.get(element.text("id"));
        if (key != null) {
            String value = element.text("value").strip();
            values.put(key.name, key.parser == null ? element.number("value") : checked(element, value, key.parser));
        }
        return key != null;
    }

    private static String checked(XmlElement element, String value, Consumer<String> parser) {
        try {
            parser.accept(value);
        } catch (InputException e) {
            throw element.problem("'" + element.text("id") + "': " + e.getMessage(), "");
        }
        return '"' + value + '"';
    }

    /** Returns the keys of the cost, each after a comma. */
    String cost() {
        return text(costs);
    }

    boolean hasLocalFactors() {
        return !loopback.isEmpty();
    }

    /**
     * Returns the keys of the cost for the link inside hosts, each after a comma; empty without factors of the
     * loopback.
     */
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
