package org.tailback.model.topology;

import java.util.Arrays;
import org.tailback.cluster.Cluster;
import org.tailback.settings.Settings;

/** Sizes of regular topologies, such as {@code 4x4x2}, and their limits. */
final class TopologySizes {
    /** Maximum number of links that models can number. */
    private static final int MAX_LINKS = 1 << 27;

    private TopologySizes() {}

    /** Returns the sizes of a key; their product is bounded by the largest cluster. */
    static int[] of(Settings settings, String key) {
        String text = settings.text(key);
        if (!text.matches("[1-9]\\d{0,7}(x[1-9]\\d{0,7}){0,15}")) {
            throw settings.problem(key, "expected sizes such as 4x4x2 for '" + key + "', found '" + text + "'", "");
        }
        int[] sizes =
                Arrays.stream(text.split("x", -1)).mapToInt(Integer::parseInt).toArray();
        if (product(sizes) > Cluster.MAX_NODES) {
            throw settings.problem(key, "'" + text + "' is larger than any cluster", "");
        }
        return sizes;
    }

    /** Returns the product of sizes, or a value above {@link Cluster#MAX_NODES} if the product exceeds it. */
    static int product(int... sizes) {
        long product = 1;
        for (int size : sizes) {
            product = Math.min(product * size, Cluster.MAX_NODES + 1L);
        }
        return (int) product;
    }

    static void checkLinks(Settings settings, String key, long links) {
        if (links > MAX_LINKS) {
            throw settings.problem(
                    key,
                    "'" + settings.text(key) + "' defines more than " + MAX_LINKS + " links, one for each direction",
                    "Reduce it");
        }
    }

    /** Rejects clusters that have more nodes than a topology has positions. */
    static void checkNodes(Settings settings, String key, Cluster cluster, int places) {
        if (cluster.nodes() > places) {
            throw settings.problem(
                    key,
                    "'" + settings.text(key) + "' has positions for " + places + " nodes, the cluster has "
                            + cluster.nodes(),
                    "");
        }
    }
}
