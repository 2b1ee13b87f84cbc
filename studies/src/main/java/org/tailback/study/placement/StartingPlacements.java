package org.tailback.study.placement;

import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.cluster.PlacementRules;
import org.tailback.random.RandomStreams;
import umontreal.ssj.rng.RandomPermutation;

/**
 * The first placements of a search: round-robin over nodes and over cores, the platform's own rule, and for several
 * numbers k of ranks per node, from the least that fits to all its cores by doubling: blocks of k neighbouring ranks,
 * ranks placed cyclically on as few nodes, and the parts of {@link TrafficBisection}.
 */
final class StartingPlacements {
    private final Cluster cluster;
    private final int ranks;
    private final List<Start> starts = new ArrayList<>();

    private StartingPlacements(Cluster cluster, int ranks) {
        this.cluster = cluster;
        this.ranks = ranks;
    }

    /**
     * A starting placement.
     *
     * @param name the rule's, or {@code block:K}, {@code cyclic:K}, {@code traffic:K}
     * @param nodes the node of each rank
     */
    record Start(String name, int[] nodes) {}

    /**
     * Returns all starting placements, round-robin-node and round-robin-processor first. A placement produced by two
     * rules is listed twice.
     */
    static List<Start> of(Cluster cluster, PlacementRule own, RankTraffic traffic, long seed) {
        StartingPlacements all = new StartingPlacements(cluster, traffic.ranks());
        all.add(PlacementRules.roundRobinNode());
        all.add(PlacementRules.roundRobinProcessor());
        all.add(own);
        all.add(PlacementRules.random(seed));
        for (int perNode : all.ranksPerNode()) {
            int nodes = (all.ranks + perNode - 1) / perNode;
            all.starts.add(new Start("traffic:" + perNode, TrafficBisection.nodes(traffic, perNode)));
            all.add("block:" + perNode, rank -> rank / perNode);
            all.add("cyclic:" + perNode, rank -> rank % nodes);
        }
        return all.starts;
    }

    /**
     * Returns the starting placements with the numbers of ranks per node of a given placement: round-robin over its
     * nodes and over their cores, the placement itself, and a random one.
     */
    static List<Start> within(Placement seats, String own, long seed) {
        int ranks = seats.ranks();
        int[] filled = seats.nodes();
        Arrays.sort(filled);
        int[] dealt = new int[ranks];
        List<Integer> left = new ArrayList<>(Ints.asList(filled));
        for (int rank = 0, node = -1; rank < ranks; rank++) {
            int before = node;
            int next = left.stream().filter(other -> other > before).findFirst().orElse(left.get(0));
            left.remove((Integer) next);
            dealt[rank] = next;
            node = next;
        }
        int[] drawn = filled.clone();
        RandomPermutation.shuffle(drawn, RandomStreams.of(seed, "placement search: start"));
        return List.of(
                new Start(PlacementRules.roundRobinNode().name(), dealt),
                new Start(PlacementRules.roundRobinProcessor().name(), filled),
                new Start(own, seats.nodes()),
                new Start("random:" + seed, drawn));
    }

    private Iterable<Integer> ranksPerNode() {
        int least = (ranks + cluster.nodes() - 1) / cluster.nodes();
        int most = Math.min(cluster.coresPerNode(), ranks);
        TreeSet<Integer> numbers = new TreeSet<>();
        for (long k = least; k < most; k *= 2) {
            numbers.add((int) k);
        }
        numbers.add(most);
        return numbers;
    }

    private void add(PlacementRule rule) {
        if (starts.stream().noneMatch(start -> start.name().equals(rule.name()))) {
            starts.add(new Start(rule.name(), rule.place(cluster, ranks).nodes()));
        }
    }

    private void add(String name, IntUnaryOperator nodeOfRank) {
        starts.add(new Start(name, IntStream.range(0, ranks).map(nodeOfRank).toArray()));
    }
}
