package org.tailback.cluster;

import com.google.common.base.Preconditions;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.tailback.error.InputException;
import org.tailback.random.RandomStreams;
import org.tailback.stability.Internal;
import umontreal.ssj.rng.RandomStream;

/** Factory of the placement rules that depend on the cluster only. */
@Internal
public final class PlacementRules {
    private PlacementRules() {}

    /** Returns the rule with rank i on node i mod nodes: neighbouring ranks on different nodes. O(ranks). */
    public static PlacementRule roundRobinNode() {
        return new Rule("round-robin-node", cluster -> rank -> rank % cluster.nodes());
    }

    /**
     * Returns the rule with rank i on core i: all cores of a node are filled before the cores of the next node.
     * O(ranks).
     */
    public static PlacementRule roundRobinProcessor() {
        return new Rule("round-robin-processor", cluster -> rank -> rank / cluster.coresPerNode());
    }

    /**
     * Returns the rule with ranks in blocks on selected nodes of the machine: each node is filled before the next node.
     * O(ranks).
     *
     * @param ranksPerNode number of ranks per node, >= 1; with 0, ranks are spread as evenly as possible over the given
     *     nodes, or fill the cores of each node if no nodes are given
     * @param nodes number of nodes used, >= 1; 0 for the smallest number of nodes that holds the ranks
     * @param choice choice of the used nodes from the machine
     */
    public static PlacementRule block(int ranksPerNode, int nodes, NodeChoice choice) {
        return new BlockPlacement(ranksPerNode, nodes, choice);
    }

    /**
     * Returns the rule with rank i on the i-th core of a random permutation of all cores. O(ranks) time and memory,
     * independently of the cluster's size.
     *
     * @param seed seed that determines the permutation
     */
    public static PlacementRule random(long seed) {
        return new Rule("random:" + seed, cluster -> {
            long cores = (long) cluster.nodes() * cluster.coresPerNode();
            RandomStream stream = RandomStreams.of(seed, "placement");
            // Fisher-Yates shuffle of the cores: the map holds only moved cores and is never iterated
            Map<Long, Long> moved = new HashMap<>();
            return rank -> {
                long position = rank;
                long drawn = position + (long) (stream.nextDouble() * (cores - position));
                long core = moved.getOrDefault(drawn, drawn);
                moved.put(drawn, moved.getOrDefault(position, position));
                moved.remove(position);
                return (int) (core / cluster.coresPerNode());
            };
        });
    }

    /**
     * Checks that every rank gets a core.
     *
     * @param ranks >= 1
     * @throws InputException if there are more ranks than cores
     */
    public static void requireCores(Cluster cluster, int ranks) {
        Preconditions.checkArgument(ranks >= 1, "a program needs at least one rank, not %s", ranks);
        int machines = cluster.machines().nodes();
        long slots = (long) machines * cluster.slotsPerMachine();
        if (ranks > slots) {
            String slot = cluster.slotName();
            throw new InputException("the program has " + ranks + " ranks, but the cluster only " + slots + " " + slot
                    + "s (" + machines + " nodes with " + cluster.slotsPerMachine()
                    + " each). Give the platform more nodes or more " + slot + "s per node: a " + slot
                    + " holds one rank. 'tailback models --show NAME' prints a bundled platform file to change;"
                    + " templates grow with --nodes");
        }
    }

    /**
     * Placement rule that assigns a node to each rank in the order of ranks.
     *
     * @param nodes function from a cluster to the node of each rank
     */
    private record Rule(String name, Function<Cluster, IntUnaryOperator> nodes) implements PlacementRule {
        @Override
        public Placement place(Cluster cluster, int ranks) {
            requireCores(cluster, ranks);
            return Placement.of(
                    cluster, IntStream.range(0, ranks).map(nodes.apply(cluster)).toArray());
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
