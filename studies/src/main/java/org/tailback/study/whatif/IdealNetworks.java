package org.tailback.study.whatif;

import java.util.List;
import org.tailback.cluster.IntraNodePath;
import org.tailback.loss.NoLoss;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;

/**
 * Platforms whose networks are closer to the ideal. Replays on all of them attribute the time that a program waits for
 * messages to kinds of cost.
 */
public final class IdealNetworks {
    private IdealNetworks() {}

    /**
     * Returns the same platform without contention, in the network and inside nodes, and without losses; see {@link
     * Uncontended#baselineFor}.
     */
    public static Platform uncontended(Platform platform) {
        return platform.toBuilder()
                .model(Uncontended.baselineFor(platform.model()))
                .intraNode(platform.intraNode().unshared())
                .loss(new NoLoss())
                .build();
    }

    /** Returns the same platform without losses of messages. */
    public static Platform lossless(Platform platform) {
        return platform.toBuilder().loss(new NoLoss()).build();
    }

    /**
     * Returns the same platform, on which messages arrive when they are sent, or for a rendezvous when both the send
     * and the receive are posted: no latency, no overheads, infinite bandwidth.
     */
    public static Platform instantaneous(Platform platform) {
        return uncontended(platform).toBuilder()
                .cost(ChangedCost.instantaneous(platform.cost()))
                .intraNode(IntraNodePath.FREE)
                .build();
    }

    /**
     * Returns networks from the ideal to the platform's own, each with one more kind of cost than the previous:
     * instantaneous; latency, overheads, handshakes and the gap between messages of an interface as on the platform;
     * messages take their contention-free time; messages share the network, and no message is lost; the platform
     * itself.
     *
     * @param platform as {@link Platform#forRun} returns it
     */
    public static List<Platform> upTo(Platform platform) {
        Platform uncontended = uncontended(platform);
        return List.of(
                instantaneous(platform),
                uncontended.toBuilder()
                        .cost(ChangedCost.infiniteBandwidth(platform.cost()))
                        .intraNode(uncontended
                                .intraNode()
                                .with(range -> range.withBytesPerSecond(Double.POSITIVE_INFINITY)))
                        .build(),
                uncontended,
                lossless(platform),
                platform);
    }
}
