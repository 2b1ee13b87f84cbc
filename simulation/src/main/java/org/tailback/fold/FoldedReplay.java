package org.tailback.fold;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;

/**
 * Computation of the result of a large program whose nodes all perform the same operations, from a replay of a few
 * nodes.
 *
 * <p><b>Correctness.</b> Let every node have the same ranks, let the ranks in one position perform the same operations
 * with the same sizes, and let the partner of the i-th operation have the same label at every node ({@link EqualNodes}
 * reads and compares all operations). Let the links at the ends of nodes be alike, and let no other link limit a
 * message ({@link EqualLinks}). By induction over time all nodes are in the same state at all times: a max-min fair
 * allocation is unique, a message's bottleneck at one node corresponds to the bottleneck of its images at the other
 * nodes, and all other effects are local to a rank or a node. A cycle of a few nodes in which messages advance by the
 * same number of nodes as the original messages also has the same state, because each of its nodes sends and receives
 * the same messages. Messages to different partners that are under way together should also have different partners in
 * the cycle: then batches, and the rounding of their clocks, are the same. This holds in a cycle of {@value #CYCLE}
 * nodes if a node has few partners at a time, and results have the same bits; otherwise they differ by rounding.
 *
 * <p><b>Limits of a pair of nodes</b> (connection-duplex) depend on the messages between the same two nodes. In the
 * cycle several partners become one partner; their total traffic is at most the traffic of a node, which does not limit
 * a pair. A symmetric partner (an exchange) remains one partner, halfway around the cycle, and only one exchange may be
 * under way at a time. If limits apply to pairs of ranks, and nodes have several ranks, partners are distributed over a
 * cycle of 8 nodes and over one of 16 nodes, and both must yield the same time. Otherwise the whole program is
 * replayed.
 *
 * <p><b>Worked example</b> ({@code FoldedReplayTest}). An all-reduce by ring among 2,048 nodes: each rank sends to the
 * next and receives from the previous one, 4,094 times. Eight ranks in a ring of 8 do the same: 32,752 messages
 * represent 8.4 million messages.
 *
 * @param placement placement of the ranks
 * @param seed of all random numbers
 * @param started consumer of the replay before it runs
 */
public record FoldedReplay(
        ParallelProgram program, Platform platform, Placement placement, long seed, Consumer<Replay> started) {
    /** Approximate number of messages of all ranks below which programs are replayed unchanged. */
    private static final long FEW_OPERATIONS = 200_000;

    private static final int CYCLE = 8;
    private static final double SAME = 1e-12;

    private static final Logger LOG = LoggerFactory.getLogger(FoldedReplay.class);

    /**
     * Returns the result of a program from a replay of a few of its nodes; null if they do not represent all nodes, or
     * if the program has few operations. The cost consists of reading the operations of all ranks and replaying the
     * operations of the few nodes.
     *
     * @param placement placement of the ranks
     * @param started consumer of the replay before it runs
     */
    public static @Nullable ReplayResult of(
            ParallelProgram program, Platform platform, Placement placement, long seed, Consumer<Replay> started) {
        return new FoldedReplay(program, platform, placement, seed, started).run(FEW_OPERATIONS);
    }

    /** Returns the result; null if the program cannot be folded. */
    @Nullable
    ReplayResult run(long fewOperations) {
        try {
            Object result = folded(fewOperations);
            if (result instanceof ReplayResult of) {
                return of;
            }
            LOG.debug("All {} ranks are replayed: {}", program.ranks(), result);
        } catch (UnfinishedProgramException e) {
            LOG.debug("All ranks are replayed, because the replay of a few nodes cannot finish: {}", e.getMessage());
        }
        return null;
    }

    /** Returns the result, or the reason for its absence. */
    private Object folded(long fewOperations) {
        Cluster cluster = platform.cluster();
        if (cluster.hasGpus() || cluster.hosts().isPresent()) {
            return "nodes are GPUs or hosts";
        }
        EqualNodes nodes = EqualNodes.of(program, placement, fewOperations);
        if (nodes == null || nodes.count() <= CYCLE) {
            return "nodes differ, or are few";
        }
        BandwidthSharing sharing = platform.model().on(cluster, seed);
        String problem = LinkLoads.problem(platform, sharing, nodes.streams());
        if (!problem.isEmpty()) {
            return problem;
        }
        AdjustableCapacity network =
                !LinkLoads.isUncontended(platform) && sharing instanceof AdjustableCapacity links ? links : null;
        boolean ofNodes = nodes.places() == 1 || network == null || network.rankCapacity() == Double.POSITIVE_INFINITY;
        boolean isNarrow = network == null
                || directionsAreApart(sharing, nodes, placement)
                || nodes.oneExchangeAtATime() && ofNodes;
        if (!isNarrow && (!nodes.oneExchangeAtATime() || nodes.count() <= 2 * CYCLE)) {
            return "both directions between two nodes share a limit (connection-duplex)";
        }
        int length = isNarrow ? CYCLE : 2 * CYCLE;
        problem = EqualLinks.problem(platform.model(), sharing, network, nodes, placement, length);
        if (!problem.isEmpty()) {
            return problem;
        }
        ReplayResult result = replay(nodes, length);
        double makespan = result.makespan();
        return isNarrow || Math.abs(replay(nodes, CYCLE).makespan() - makespan) <= SAME * makespan
                ? result
                : "limits of connections between ranks matter";
    }

    private ReplayResult replay(EqualNodes nodes, int length) {
        Replay replay = Replay.builder(nodes.cycle(length), platform)
                .placement(placement)
                .representatives(nodes.representatives(length))
                .seed(seed)
                .build();
        started.accept(replay);
        return replay.run();
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
