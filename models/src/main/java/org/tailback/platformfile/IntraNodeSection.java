package org.tailback.platformfile;

import java.util.ArrayList;
import java.util.List;
import org.tailback.cluster.IntraNodePath;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

/** Reader of the section {@code intra-node}: one set of numbers, or one set for each range of sizes. */
final class IntraNodeSection {
    private IntraNodeSection() {}

    static IntraNodePath read(Settings root) {
        if (!root.has("intra-node")) {
            return IntraNodePath.FREE;
        }
        Settings section = root.section("intra-node");
        section.rejectUnknown(List.of("latency", "bandwidth", "overhead", "protocols", "node-bandwidth", "shared"));
        boolean shared = section.flag("shared", false);
        if (shared && root.has("cluster") && root.section("cluster").has("gpus-per-node")) {
            throw section.problem(
                    "shared",
                    "'network' defines the links between the GPUs of a node",
                    "Remove 'shared', and give 'local-bandwidth' there");
        }
        double ofNode = section.bytesPerSecond("node-bandwidth", Double.POSITIVE_INFINITY);
        List<IntraNodePath.Range> ranges = new ArrayList<>();
        for (Settings item : section.has("protocols") ? section.sections("protocols") : List.of(section)) {
            if (item != section) {
                requireOnlyInProtocols(section, item);
            }
            ranges.add(new IntraNodePath.Range(
                    item.has("from") ? (long) item.bytes("from") : 0,
                    item.seconds("latency", 0),
                    item.bytesPerSecond("bandwidth", Double.POSITIVE_INFINITY),
                    item.seconds("overhead", Double.NaN),
                    item.bytesPerSecond("node-bandwidth", ofNode)));
        }
        try {
            return new IntraNodePath(ranges, shared);
        } catch (IllegalArgumentException e) {
            throw InputException.at(section.place(), String.valueOf(e.getMessage()), "");
        }
    }

    private static void requireOnlyInProtocols(Settings section, Settings item) {
        item.rejectUnknown(List.of("from", "latency", "bandwidth", "overhead", "node-bandwidth"));
        for (String key :
                section.only(List.of("latency", "bandwidth", "overhead")).keys()) {
            throw section.problem(key, "'" + key + "' is given next to 'protocols'", "Put it into each of them");
        }
    }
}
