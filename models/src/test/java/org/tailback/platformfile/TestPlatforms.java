package org.tailback.platformfile;

import org.tailback.platform.Platform;

/** Small platforms for tests. */
public final class TestPlatforms {
    private TestPlatforms() {}

    /** A platform from the text of a platform file. */
    public static Platform of(String... lines) {
        return PlatformFile.parse(String.join("\n", lines), "test").resolve(Overrides.NONE);
    }

    /** Nodes with two cores on which messages cost 1 ns a byte and 10 us, a tenth of that inside a node. */
    public static Platform withTwoCores(int nodes, String network) {
        return of(
                "cluster: {nodes: " + nodes + ", cores-per-node: 2}",
                "network: " + network,
                "cost: {model: plogp, latency: 10 us, gap-per-byte: 1 ns}",
                "intra-node: {latency: 1 us, bandwidth: 10 GB/s}");
    }
}
