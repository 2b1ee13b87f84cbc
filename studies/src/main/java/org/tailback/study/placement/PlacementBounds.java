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
 * Lower bounds of a makespan, in which messages do not disturb each other.
 *
 * <p><b>Lower bound over all placements.</b> A replay in which every message, on any nodes, takes its contention-free
 * time on the faster of its two routes, through the network or inside a node: transfer time
 * min(g(m), m / B), latency min(L(m), l), with B and l of the intra-node path. No contention, no losses, no interface
 * gap. Overheads, protocols and computation are kept. Its makespan is the longest path through the program under these
 * times.
 *
 * <p>No placement can be faster, provided that a message never takes less than its contention-free time under the
 * contention model (true of all models except measured penalties below 1), and that the same messages are matched
 * with any timing: a program that receives from any source, or waits for any of several requests, may take another
 * path under another placement, which could be shorter. The bound need not be attained, because ranks share a node only
 * up to its number of cores.
 *
 * <p><b>Compute bound.</b> The longest computation of any rank. It holds for every placement, model and network, unless
 * computations depend on the rank's node.
 */
final class PlacementBounds {
    private PlacementBounds() {}

    /** Returns the makespan in seconds that no placement can beat under the conditions above. Costs one replay. */
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

    /** Returns the replay of a placement without contention and losses. */
    static ReplayResult uncontended(Workload workload, Platform platform, Placement placement, long seed) {
        return workload.on(IdealNetworks.uncontended(platform))
                .placement(placement)
                .seed(seed)
                .run();
    }

    /** Returns the longest computation of any rank in a replay, seconds. */
    static double compute(ReplayResult result) {
        return result.ranks().stream().mapToDouble(rank -> rank.compute()).max().orElse(0);
    }

    /** Message cost under which messages take the faster route and interfaces are never busy. */
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
