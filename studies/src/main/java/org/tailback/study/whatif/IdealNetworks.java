package org.tailback.study.whatif;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.cluster.IntraNodePath;
import org.tailback.platform.Platform;
import org.tailback.study.workload.Baseline;

/**
 * A platform with networks from the ideal to its own, each with one kind of cost more than the one before. Replays on
 * all of them divide the time that a program waits for messages.
 *
 * @param instantaneous messages arrive when they are sent, or when both sides are there where the protocol waits for
 *     that: no latency, no overheads, infinite bandwidth
 * @param infiniteBandwidth latency, overheads, handshakes and the gap between messages of an interface as on the
 *     platform; messages of any size take no time in the network
 * @param uncontended messages take as long as they do alone
 * @param lossless messages share the network, and none is lost
 * @param own the platform itself
 */
public record IdealNetworks(
        Platform instantaneous, Platform infiniteBandwidth, Platform uncontended, Platform lossless, Platform own) {
    /** Returns the networks of a platform, as {@link Platform#forRun} returns it. */
    public static IdealNetworks of(Platform platform) {
        Platform uncontended = Baseline.of(platform);
        IntraNodePath inside = uncontended.intraNode();
        return new IdealNetworks(
                uncontended.toBuilder()
                        .cost(ChangedCost.instantaneous(platform.cost()))
                        .intraNode(IntraNodePath.FREE)
                        .build(),
                uncontended.toBuilder()
                        .cost(ChangedCost.infiniteBandwidth(platform.cost()))
                        .intraNode(inside.with(range -> range.withBytesPerSecond(Double.POSITIVE_INFINITY)))
                        .build(),
                uncontended,
                Baseline.withoutLosses(platform),
                platform);
    }

    /** From the ideal network to the platform itself. */
    public List<Platform> all() {
        return ImmutableList.of(instantaneous, infiniteBandwidth, uncontended, lossless, own);
    }
}
