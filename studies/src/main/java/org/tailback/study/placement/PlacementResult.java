package org.tailback.study.placement;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.platform.Interval;
import org.tailback.platform.Validity;
import org.tailback.replay.ReplayResult;

/**
 * Result of a search. Times are in seconds.
 *
 * @param makespan makespan of the best placement, from a full replay with the platform's models
 * @param interval interval of the makespan; null if the platform has no residuals for it
 * @param origin {@code search}, or the name of the best starting placement if the search found no better one
 * @param roundRobinNode makespan of round-robin-node
 * @param roundRobinProcessor makespan of round-robin-processor
 * @param uncontended makespan of the best placement without contention and losses; NaN if the search was stopped
 * @param lowerBound lower bound of the makespan over all placements, see {@link #boundIsExact}; NaN if the search was
 *     stopped before the bound was computed
 * @param boundIsExact false if the matching of messages may depend on timing; the makespan of a placement could then be
 *     below {@code lowerBound}
 * @param computeBound the longest computation of any rank, a lower bound of the makespan on any network unless times of
 *     kernels depend on the node
 * @param bytesBetweenNodes number of bytes of {@code bytesBetweenRanks} that leave their node under the best placement
 * @param bytesBetweenRanks number of bytes that ranks send to other ranks
 * @param replays number of placements replayed
 * @param stopped whether the search was stopped before its budget was used
 * @param cluster nodes of the platform
 * @param placement the best replayed placement
 * @param basis origin of the platform's numbers
 * @param outside differences between the best placement (or the better round-robin placement) and the range of validity
 *     of the platform's numbers, such as {@code 32 ranks per node (measured: 1)}
 * @param starts the starting placements
 * @param improvements each new best placement, in the order of discovery
 * @param models names of the models, and the seed of the search and of all random numbers in the replays
 * @param warnings warnings for the user, one sentence each
 */
public record PlacementResult(
        double makespan,
        @Inline @Nullable Interval interval,
        String origin,
        double roundRobinNode,
        double roundRobinProcessor,
        double uncontended,
        double lowerBound,
        @Output(name = "lowerBoundIsExact") boolean boundIsExact,
        double computeBound,
        double bytesBetweenNodes,
        double bytesBetweenRanks,
        int replays,
        boolean stopped,
        @NoOutput Cluster cluster,
        @NoOutput Placement placement,
        Validity.Basis basis,
        List<String> outside,
        List<Start> starts,
        List<Improvement> improvements,
        @Inline ReplayResult.Models models,
        List<String> warnings) {
    /**
     * Starting placement of the search.
     *
     * @param name name of the rule; {@code traffic:K}, {@code block:K} and {@code cyclic:K} place at most K ranks per
     *     node: by traffic, in blocks of neighbours, or cyclically
     * @param makespan makespan in seconds; infinite if the program cannot finish under the placement
     */
    public record Start(String name, double makespan) {}

    /**
     * A new best placement.
     *
     * @param replays number of replays up to the improvement
     * @param makespan makespan in seconds
     * @param origin origin of the placement, as in {@link PlacementResult}
     */
    public record Improvement(int replays, double makespan, String origin) {}

    /** A rank and the name of its node. */
    public record RankNode(int rank, String node) {}

    /** Returns the nodes of all ranks under the best placement. */
    @Output(name = "placement", after = "placement")
    public List<RankNode> nodes() {
        return IntStream.range(0, placement.ranks())
                .mapToObj(rank -> new RankNode(rank, cluster.nodeName(placement.nodeOf(rank))))
                .toList();
    }

    /** Returns the makespan of the better of the two round-robin placements, in seconds. */
    public double bestRoundRobin() {
        return Math.min(roundRobinNode, roundRobinProcessor);
    }

    /** Returns the relative reduction of the makespan compared with the better round-robin placement, 0 to 1. */
    @Output(after = "roundRobinProcessor")
    public double gain() {
        return bestRoundRobin() > 0 ? 1 - makespan / bestRoundRobin() : 0;
    }
}
