package org.tailback.platform;

import java.util.Optional;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.stability.Internal;

/**
 * Check for networks in which messages of any size take no time, because neither the cost nor a capacity limits them.
 */
@Internal
public final class Unlimited {
    /** Size of a message of 1 GiB, which takes time in every network with a limit. */
    private static final long LARGE_MESSAGE = 1L << 30;

    private Unlimited() {}

    /**
     * Returns a sentence with the problem and its remedy; empty if messages take time.
     *
     * @param model name of the sharing model
     */
    public static Optional<String> warning(Cluster cluster, String model, BandwidthSharing sharing, MessageCost cost) {
        double gap = cost.gap(LARGE_MESSAGE);
        if (cluster.nodes() < 2 || gap > 0 || sharing.work(0, 1, cost.wireBytes(LARGE_MESSAGE), gap) > 0) {
            return Optional.empty();
        }
        return Optional.of("Messages of any size take no time in the network: the cost " + cost.name()
                + " does not limit the bandwidth of a message, and the model " + model
                + " has no capacities. Give the cost a bandwidth, or use a model with capacities, such as"
                + " max-min:bandwidth=10Gbit/s");
    }
}
