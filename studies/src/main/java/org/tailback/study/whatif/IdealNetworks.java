package org.tailback.study.whatif;

import java.util.List;
import org.tailback.cluster.IntraNodePath;
import org.tailback.loss.NoLoss;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;

/**
 * Platforms with idealized networks. Replays on these platforms attribute the time that a program waits for messages to
 * kinds of cost.
 */
public final class IdealNetworks {
    private IdealNetworks() {}

    /**
     * Returns the same platform without losses and without contention in the network and inside nodes; see {@link
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
     * Returns the same platform without latency and overheads and with infinite bandwidth. Messages arrive as soon as
     * they are sent; messages with rendezvous arrive as soon as both the send and the receive are posted.
     */
    public static Platform instantaneous(Platform platform) {
        return uncontended(platform).toBuilder()
                .cost(ChangedCost.instantaneous(platform.cost()))
                .intraNode(IntraNodePath.FREE)
                .build();
    }

    /**
     * Returns platforms from an ideal network to the given platform, each with one more kind of cost than the previous
     * one. The first is instantaneous. The second has the latency, overheads, handshakes and gap between messages of an
     * interface of the given platform. On the third, messages take their contention-free time. On the fourth, messages
     * share the network but are never lost. The fifth is the given platform.
     *
     * @param platform platform as returned by {@link Platform#forRun}
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
