package org.tailback.fit.collective;

import java.util.List;
import java.util.Locale;
import org.tailback.cluster.Cluster;
import org.tailback.collective.MachineLayout;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;

/**
 * A star described by five numbers: the baseline of a platform, which a user can quickly write by hand. The numbers
 * come from the platform itself. Its structure is omitted: protocols, regimes, rails, topology, copies.
 *
 * @param bandwidth bandwidth of a large message between two nodes that are otherwise idle, in bytes per second
 * @param latency latency of a message of 8 bytes, in seconds
 * @param overhead overhead of the sender of such a message, in seconds
 * @param gap time for which such a message occupies the network, in seconds
 * @param local rate of a reduction of 1 MiB, in bytes per second; the rate of a message inside a node if the platform
 *     has no reduction rate
 */
public record FiveNumberStar(double bandwidth, double latency, double overhead, double gap, double local) {
    private static final int SMALL = 8;
    private static final int REDUCED = 1 << 20;
    /** Bandwidth of a platform without a limit, in bytes per second. */
    private static final double UNLIMITED = 1e12;

    /** Returns the star of a platform. */
    public static FiveNumberStar of(Platform platform) {
        MachineLayout.Speeds speeds =
                MachineLayout.of(platform, null, 1).speeds().get();
        double reduced = platform.localWork().reductionSeconds(REDUCED);
        return new FiveNumberStar(
                Math.min(UNLIMITED, speeds.interfaceBandwidth()),
                platform.cost().latency(SMALL),
                platform.cost().sendOverhead(SMALL),
                platform.cost().gap(SMALL),
                Math.min(UNLIMITED, reduced > 0 ? REDUCED / reduced : speeds.localBandwidth()));
    }

    double[] seconds(List<MeasuredCollective> cells, Cluster cluster) {
        int nodes = cells.stream().mapToInt(MeasuredCollective::nodes).max().orElse(1);
        return CollectivePrediction.seconds(cells, platform(cluster, nodes), Overrides.NONE);
    }

    private PlatformFile platform(Cluster cluster, int nodes) {
        return PlatformFile.parse(
                String.format(
                        Locale.ROOT,
                        """
                        cluster: {nodes: %d, %s-per-node: %d}
                        network: {model: max-min, bandwidth: %s%s}
                        cost: {model: loggp, latency: %s, overhead: %s, gap: %s, bandwidth: %s}
                        local: {reduction: {bandwidth: %s}}
                        intra-node: {latency: 0 s, bandwidth: %s}
                        """,
                        nodes,
                        cluster.hasGpus() ? "gpus" : "cores",
                        cluster.slotsPerMachine(),
                        bandwidth,
                        cluster.hasGpus() ? ", local-bandwidth: " + local : "",
                        latency,
                        overhead,
                        gap,
                        bandwidth,
                        local,
                        local),
                "star of five numbers");
    }
}
