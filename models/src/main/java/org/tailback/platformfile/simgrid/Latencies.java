package org.tailback.platformfile.simgrid;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Latencies of links by their place in routes: a platform file has one for the outer links and one for the others. */
final class Latencies {
    private final TreeMap<Double, Integer> outer = new TreeMap<>();
    private final TreeMap<Double, Integer> inner = new TreeMap<>();

    void add(List<Link> route) {
        for (int i = 0; i < route.size(); i++) {
            TreeMap<Double, Integer> kind = i == 0 || i == route.size() - 1 ? outer : inner;
            kind.merge(route.get(i).latency(), 1, Integer::sum);
        }
    }

    /** Returns the latency of the first and the last link of a route, in seconds. */
    double ofOuterLinks() {
        return mean(outer);
    }

    String yaml() {
        return "  link-latency: " + SimGridPlatform.number(ofOuterLinks()) + "\n"
                + (inner.isEmpty() ? "" : "  inner-link-latency: " + SimGridPlatform.number(mean(inner)) + "\n");
    }

    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        warn(warnings, outer, "first and last");
        warn(warnings, inner, "other");
        return warnings;
    }

    private static void warn(List<String> warnings, TreeMap<Double, Integer> kind, String name) {
        if (kind.size() > 1) {
            warnings.add("SimGrid platform: the " + name + " links of routes have " + kind.size() + " latencies, from "
                    + SimGridPlatform.number(kind.firstKey()) + " s to " + SimGridPlatform.number(kind.lastKey())
                    + " s; all get the mean over routes.");
        }
    }

    /** Over the links of all routes; exact if there is one latency. */
    private static double mean(TreeMap<Double, Integer> kind) {
        if (kind.size() == 1) {
            return kind.firstKey();
        }
        double sum = 0;
        long count = 0;
        for (var each : kind.entrySet()) {
            sum += each.getKey() * each.getValue();
            count += each.getValue();
        }
        return count == 0 ? 0 : sum / count;
    }
}
