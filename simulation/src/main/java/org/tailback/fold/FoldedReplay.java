package org.tailback.fold;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Link;

/**
 * The time of a program whose nodes all do the same, from a replay of few of them: for large tables of collective
 * operations.
 *
 * <p><b>Why it is the same.</b> Let every node have the same ranks, let the ranks of one place do the same operations
 * with the same sizes, and let the partner of the i-th operation be the partner's m-th at every node ({@link
 * EqualNodes} reads all of it and compares). Let the links be those at the ends of nodes only, all alike. By induction
 * over time all nodes are in the same state at all times: a max-min fair allocation is unique, a message's bottleneck
 * at one node is that of its images at the others, and all else is local to a rank or a node. A cycle of a few nodes in
 * which messages go on by as many nodes as their likes do has the same state as well, as each of its nodes sends and
 * receives the same.
 *
 * <p><b>Limits of a pair of nodes</b> (connection-duplex) see which messages run between the same two nodes. In the
 * cycle several partners become one; what they send and receive together is at most what a node sends, which is no
 * limit of a pair. A partner who is the same to me as I to him (an exchange) stays one, half around the cycle, and only
 * one such may be under way at a time. Where limits are of pairs of ranks, and nodes have several, partners are spread
 * over a cycle of 8 and one of 16 nodes, and both must give the same time. Otherwise the whole is replayed.
 *
 * <p><b>Worked example</b> ({@code FoldedReplayTest}). An all-reduce by ring among 2,048 nodes: each rank sends to the
 * next and receives from the one before, 4,094 times. Four ranks in a ring of 4 do the same: 16,376 messages stand for
 * 8.4 million.
 */
public final class FoldedReplay {
    /** Smaller programs are replayed as they are: messages of all ranks, about. */
    private static final long FEW_OPERATIONS = 200_000;

    private static final int CYCLE = 4;
    private static final int WIDE = 8;
    private static final double SAME = 1e-12;

    private FoldedReplay() {}

    /**
     * Returns the result of a program, with the times of few of its ranks if they stand for all; the others then have
     * none. Cost: reading the operations of all ranks, and the replay of few or of all.
     *
     * @param placement where the ranks run
     */
    public static ReplayResult run(ParallelProgram program, Platform platform, Placement placement, long seed) {
        ReplayResult folded = folded(program, platform, placement, seed, FEW_OPERATIONS);
        return folded == null ? replay(program, platform, placement, seed) : folded;
    }

    /** Returns the result of few nodes; null if they do not stand for all, or all have few operations. */
    static @Nullable ReplayResult folded(
            ParallelProgram program, Platform platform, Placement placement, long seed, long fewOperations) {
        Cluster cluster = platform.cluster();
        BandwidthSharing sharing = platform.sharing().on(cluster, seed);
        if (cluster.hasGpus()
                || cluster.hosts().isPresent()
                || !(sharing instanceof AdjustableCapacity network)
                || !isOfLikeNodes(network)) {
            return null;
        }
        EqualNodes nodes = EqualNodes.of(program, placement, fewOperations);
        if (nodes == null
                || nodes.count() <= CYCLE
                || !LinkLoads.problem(platform, sharing, nodes.streams()).isEmpty()) {
            return null;
        }
        boolean ofNodes = nodes.places() == 1 || network.rankCapacity() == Double.POSITIVE_INFINITY;
        if (directionsAreApart(sharing, nodes, placement) || nodes.oneExchangeAtATime() && ofNodes) {
            return replay(nodes.cycle(CYCLE), platform, placement, seed);
        }
        if (!nodes.oneExchangeAtATime() || nodes.count() <= 2 * WIDE) {
            return null;
        }
        ReplayResult narrow = replay(nodes.cycle(WIDE), platform, placement, seed);
        ReplayResult wide = replay(nodes.cycle(2 * WIDE), platform, placement, seed);
        double difference = Math.abs(narrow.makespan() - wide.makespan());
        return difference <= SAME * wide.makespan() ? wide : null;
    }

    private static ReplayResult replay(ParallelProgram program, Platform platform, Placement placement, long seed) {
        return Replay.builder(program, platform)
                .placement(placement)
                .seed(seed)
                .build()
                .run();
    }

    /** Returns whether rates follow from the links at the ends of nodes, all of which are alike. */
    private static boolean isOfLikeNodes(AdjustableCapacity network) {
        List<Link> links = network.links();
        Map<Object, Double> capacities = new HashMap<>();
        for (int i = 0; i < links.size(); i++) {
            Link link = links.get(i);
            double capacity = network.builtCapacity(i);
            Double known = capacities.putIfAbsent(List.of(link.kind(), link.direction(), link.label()), capacity);
            boolean isOfNode = link.kind() == Link.Kind.NODE || link.kind() == Link.Kind.HOST;
            if (!isOfNode || known != null && known != capacity) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether messages in both directions between two nodes do not slow each other down. */
    private static boolean directionsAreApart(BandwidthSharing sharing, EqualNodes nodes, Placement placement) {
        int[] rank = {nodes.rank(0), nodes.rank(1)};
        double[] rate = new double[2];
        double alone = 0;
        for (int flow = 0; flow < 2; flow++) {
            int from = rank[flow];
            int to = rank[1 - flow];
            sharing.flowStarted(flow, placement.nodeOf(from), placement.nodeOf(to), Double.POSITIVE_INFINITY, from, to);
            sharing.recompute((which, value) -> rate[which] = value);
            alone = flow == 0 ? rate[0] : alone;
        }
        return rate[0] == alone && rate[1] == alone;
    }
}
