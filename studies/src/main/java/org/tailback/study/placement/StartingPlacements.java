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
 * First placements of a search: round-robin over nodes, round-robin over cores, and the platform's placement rule. For
 * each of several numbers k of ranks per node, there are three more placements: blocks of k neighbouring ranks, ranks
 * placed cyclically on the same number of nodes, and the placement by {@link TrafficBisection}. The number k doubles
 * from the smallest possible number to the number of cores of a node.
 */
final class StartingPlacements {
    private StartingPlacements() {}

    /**
     * A starting placement.
     *
     * @param name name of the rule, or {@code block:K}, {@code cyclic:K}, {@code traffic:K}
     * @param nodes node of each rank
     */
    record Start(String name, int[] nodes) {
        static Start of(String name, int ranks, IntUnaryOperator nodeOfRank) {
            return new Start(name, IntStream.range(0, ranks).map(nodeOfRank).toArray());
        }
    }

    /**
     * Returns all starting placements, beginning with round-robin-node and round-robin-processor. A placement produced
     * by two rules is listed twice.
     */
    static List<Start> of(Cluster cluster, PlacementRule own, RankTraffic traffic, long seed) {
        int ranks = traffic.partners().size();
        List<Start> starts = new ArrayList<>();
        for (PlacementRule rule : List.of(
                PlacementRules.roundRobinNode(),
                PlacementRules.roundRobinProcessor(),
                own,
                PlacementRules.random(seed))) {
            if (starts.stream().noneMatch(start -> start.name().equals(rule.name()))) {
                starts.add(new Start(rule.name(), rule.place(cluster, ranks).nodes()));
            }
        }
        for (int perNode : ranksPerNode(cluster, ranks)) {
            int nodes = (ranks + perNode - 1) / perNode;
            starts.add(new Start("traffic:" + perNode, TrafficBisection.nodes(traffic, perNode)));
            starts.add(Start.of("block:" + perNode, ranks, rank -> rank / perNode));
            starts.add(Start.of("cyclic:" + perNode, ranks, rank -> rank % nodes));
        }
        return starts;
    }

    private static Iterable<Integer> ranksPerNode(Cluster cluster, int ranks) {
        int most = Math.min(cluster.coresPerNode(), ranks);
        TreeSet<Integer> numbers = new TreeSet<>(List.of(most));
        for (long k = (ranks + cluster.nodes() - 1) / cluster.nodes(); k < most; k *= 2) {
            numbers.add((int) k);
        }
        return numbers;
    }

    /**
     * Returns the starting placements with the same numbers of ranks per node as a given placement: round-robin over
     * its nodes, round-robin over their cores, the placement itself, and a random placement.
     */
    static List<Start> within(Placement seats, String own, long seed) {
        int[] filled = seats.nodes();
        Arrays.sort(filled);
        int[] cyclic = new int[filled.length];
        List<Integer> left = new ArrayList<>(Ints.asList(filled));
        for (int rank = 0, node = -1; rank < cyclic.length; rank++) {
            int before = node;
            node = left.stream().filter(other -> other > before).findFirst().orElse(left.get(0));
            left.remove((Integer) node);
            cyclic[rank] = node;
        }
        int[] drawn = filled.clone();
        RandomPermutation.shuffle(drawn, RandomStreams.of(seed, "placement search: start"));
        return List.of(
                new Start(PlacementRules.roundRobinNode().name(), cyclic),
                new Start(PlacementRules.roundRobinProcessor().name(), filled),
                new Start(own, seats.nodes()),
                new Start("random:" + seed, drawn));
    }
}
