package org.tailback.cluster;

import com.google.common.base.Preconditions;
import com.google.common.math.IntMath;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tailback.error.InputException;

/**
 * Placement rule with ranks in blocks: each node is filled before the next node.
 *
 * @param ranksPerNode number of ranks per node; with 0, ranks are spread as evenly as possible over the given nodes, or
 *     fill the cores of each node if no nodes are given
 * @param nodes number of nodes used; 0 for the smallest number of nodes that holds the ranks
 */
record BlockPlacement(int ranksPerNode, int nodes, NodeChoice choice) implements PlacementRule {
    BlockPlacement {
        Preconditions.checkArgument(ranksPerNode >= 0, "ranks per node must be >= 0, not %s", ranksPerNode);
        Preconditions.checkArgument(nodes >= 0, "nodes must be >= 0, not %s", nodes);
    }

    @Override
    public String name() {
        List<String> parts = new ArrayList<>();
        if (ranksPerNode > 0) {
            parts.add("ranks-per-node=" + ranksPerNode);
        }
        if (nodes > 0) {
            parts.add("nodes=" + nodes);
        }
        if (choice.kind() != NodeChoice.Kind.CONTIGUOUS) {
            parts.add("node-choice=" + choice.name());
        }
        return parts.isEmpty() ? "block" : "block:" + String.join(",", parts);
    }

    /** Places the ranks. O(ranks), and O(nodes of the cluster) if nodes are drawn. */
    @Override
    public Placement place(Cluster cluster, int ranks) {
        PlacementRules.requireCores(cluster, ranks);
        Cluster machines = cluster.machines();
        int slots = cluster.slotsPerMachine();
        String slot = cluster.slotName();
        boolean isEven = ranksPerNode == 0 && nodes > 0;
        int perNode =
                ranksPerNode > 0 ? ranksPerNode : isEven ? IntMath.divide(ranks, nodes, RoundingMode.CEILING) : slots;
        if (perNode > slots) {
            throw new InputException(perNode + " ranks per node, but the platform has " + slots + " " + slot
                    + (slots == 1 ? "" : "s") + " per node: a " + slot
                    + " holds one rank. Use fewer ranks per node, or raise " + slot.toLowerCase(Locale.ROOT)
                    + "s-per-node");
        }
        int used = nodes > 0 ? nodes : IntMath.divide(ranks, perNode, RoundingMode.CEILING);
        if (used > machines.nodes()) {
            throw new InputException((nodes > 0
                            ? nodes + " nodes requested"
                            : ranks + " ranks with " + perNode + " per node need " + used + " nodes")
                    + "; the platform has " + machines.nodes()
                    + ". 'tailback models --show NAME' prints a bundled platform file to change");
        }
        if (ranks > (long) used * perNode) {
            throw new InputException(ranks + " ranks do not fit on " + used + " nodes with " + perNode + " each");
        }
        int[] chosen = choice.choose(machines.nodes(), used);
        int[] nodeOfRank = new int[ranks];
        int[] held = new int[used];
        for (int rank = 0; rank < ranks; rank++) {
            int index = isEven ? (int) ((long) rank * used / ranks) : rank / perNode;
            nodeOfRank[rank] = cluster.nodeOfSlot(chosen[index], held[index]++);
        }
        return Placement.of(cluster, nodeOfRank);
    }

    @Override
    public String toString() {
        return name();
    }
}
