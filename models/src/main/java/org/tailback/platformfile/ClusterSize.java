package org.tailback.platformfile;

import java.util.Arrays;
import org.tailback.model.topology.TopologySettings;
import org.tailback.platform.Validity;
import org.tailback.settings.Settings;

/** Adaptation of the number of nodes of a platform file to a program that needs fewer or more nodes. */
final class ClusterSize {
    private final PlatformFile file;
    private final Settings root;

    ClusterSize(PlatformFile file) {
        this.file = file;
        root = file.settings();
    }

    PlatformFile trimmedTo(int nodes) {
        boolean larger = file.has("cluster", "nodes") && root.section("cluster").integer("nodes") > nodes;
        return larger
                        && file.has("network", "dimensions")
                        && root.section("network").text("dimensions").equals(TopologySettings.CUBIC)
                ? file.with("cluster", "nodes", Integer.toString(nodes))
                : file;
    }

    PlatformFile grownTo(int nodes) {
        if (!root.has("validity")
                || ValiditySection.read(root).basis() != Validity.Basis.NOMINAL
                || !root.has("network")
                || !file.has("cluster", "nodes")
                || file.has("cluster", "gpus-per-node")
                || root.section("cluster").integer("nodes") >= nodes) {
            return file;
        }
        Settings network = root.section("network");
        String shape = network.text("topology", "");
        String key = shape.equals("fat-tree") ? "down" : "groups";
        int[] counts = network.has(key) && network.text(key).matches("\\d{1,6}(x\\d{1,6}){1,2}")
                ? Arrays.stream(network.text(key).split("x", -1))
                        .mapToInt(Integer::parseInt)
                        .toArray()
                : new int[0];
        if (shape.isEmpty()) {
            return file.with("cluster", "nodes", Integer.toString(nodes));
        }
        if (shape.equals("fat-tree") && counts.length == 2) {
            int switches = (nodes + counts[0] - 1) / counts[0];
            return resized(key, counts[0] + "x" + switches, counts[0] * switches);
        }
        if (shape.equals("dragonfly") && counts.length == 3) {
            int each = counts[1] * counts[2];
            int groups = (nodes + each - 1) / each;
            return resized(key, groups + "x" + counts[1] + "x" + counts[2], groups * each);
        }
        return file;
    }

    private PlatformFile resized(String key, String sizes, int nodes) {
        return file.with("network", key, sizes).with("cluster", "nodes", Integer.toString(nodes));
    }
}
