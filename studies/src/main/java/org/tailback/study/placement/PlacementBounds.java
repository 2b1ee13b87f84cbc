package org.tailback.study.placement;

import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cluster.Placement;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.loss.NoLoss;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Workload;
import org.tailback.study.whatif.IdealNetworks;

/**
 * Lower bounds of a makespan, computed without contention between messages.
 *
 * <p><b>Lower bound over all placements.</b> The bound is the makespan of a replay in which every message takes its
 * contention-free time on the faster of two routes, through the network or inside a node. The transfer time is
 * min(g(m), m / B) and the latency is min(L(m), l), with B and l of the intra-node path. The replay has no contention,
 * no losses and no interface gap. Overheads, protocols and computation are unchanged. The makespan is the longest path
 * through the program under these times.
 *
 * <p>No placement can have a shorter makespan under two conditions. First, a message never takes less than its
 * contention-free time under the contention model; this is true for all models except measured penalties below 1.
 * Second, the same messages are matched regardless of timing. A program that receives from any source, or waits for any
 * of several requests, may follow a different and shorter path under another placement. The bound may be unattainable,
 * because the number of ranks on a node is limited by its number of cores.
 *
 * <p><b>Compute bound.</b> The bound is the longest computation of any rank. It is valid for every placement, model and
 * network, unless computations depend on the rank's node.
 */
final class PlacementBounds {
    private PlacementBounds() {}

    /** Returns the lower bound of the makespan over all placements, in seconds. Costs one replay. */
    static double overAllPlacements(Workload workload, Platform platform, long seed) {
        int ranks = workload.ranks();
        Cluster apart = Cluster.of(ranks, 1);
        int[] nodes = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            nodes[rank] = rank;
        }
        Platform fastest = platform.toBuilder()
                .cluster(apart)
                .model(new Uncontended())
                .loss(new NoLoss())
                .cost(new FasterPath(platform.cost(), platform.intraNode()))
                .build();
        return workload.on(fastest)
                .placement(Placement.of(apart, nodes))
                .seed(seed)
                .run()
                .makespan();
    }

    /** Returns the result of a replay of a placement without contention and losses. */
    static ReplayResult uncontended(Workload workload, Platform platform, Placement placement, long seed) {
        return workload.on(IdealNetworks.uncontended(platform))
                .placement(placement)
                .seed(seed)
                .run();
    }

    /** Returns the longest computation of any rank in a replay, in seconds. */
    static double compute(ReplayResult result) {
        return result.ranks().stream().mapToDouble(rank -> rank.compute()).max().orElse(0);
    }

    /** Message cost with which messages take the faster route and interfaces are never busy. */
    private record FasterPath(MessageCost cost, IntraNodePath inside) implements MessageCost {
        @Override
        public String name() {
            return cost.name();
        }

        @Override
        public MessageCost exchange() {
            MessageCost own = cost.exchange();
            return own == cost ? this : new FasterPath(own, inside);
        }

        @Override
        public double gap(long bytes) {
            double known = cost.localSeconds(bytes);
            return Math.min(cost.gap(bytes), known >= 0 ? known : bytes / inside.bytesPerSecond(bytes));
        }

        @Override
        public double latency(long bytes) {
            return cost.localSeconds(bytes) >= 0 ? 0 : Math.min(cost.latency(bytes), inside.latency(bytes));
        }

        @Override
        public double sendOverhead(long bytes) {
            return faster(cost.sendOverhead(bytes), bytes);
        }

        @Override
        public double isendOverhead(long bytes) {
            return faster(cost.isendOverhead(bytes), bytes);
        }

        @Override
        public double receiveOverhead(long bytes) {
            return faster(cost.receiveOverhead(bytes), bytes);
        }

        private double faster(double overhead, long bytes) {
            double own = inside.overhead(bytes);
            return Double.isNaN(own) ? overhead : Math.min(overhead, own);
        }

        @Override
        public Protocol protocol(long bytes) {
            return cost.protocol(bytes);
        }

        @Override
        public double handshake(long bytes) {
            return cost.handshake(bytes);
        }
    }
}
