package org.tailback.cluster;

import com.google.common.base.Preconditions;
import java.util.BitSet;

/** Placement of ranks: the node of every rank. Immutable. */
public final class Placement {
    private final int[] nodeOfRank;

    private Placement(int[] nodeOfRank) {
        this.nodeOfRank = nodeOfRank;
    }

    /**
     * Returns a placement with a given node for each rank.
     *
     * @param nodeOfRank the node of each rank, 0 to nodes - 1; copied
     */
    public static Placement of(Cluster cluster, int... nodeOfRank) {
        for (int node : nodeOfRank) {
            Preconditions.checkElementIndex(node, cluster.nodes(), "node");
        }
        return new Placement(nodeOfRank.clone());
    }

    /** Returns a copy of the nodes by rank. */
    public int[] nodes() {
        return nodeOfRank.clone();
    }

    /** Returns the number of ranks. */
    public int ranks() {
        return nodeOfRank.length;
    }

    /**
     * Returns the largest number of ranks on one machine, >= 1; a node is a machine unless nodes are GPUs. O(ranks +
     * machines).
     *
     * @param cluster cluster in which the ranks are placed
     */
    public int mostRanksOfAMachine(Cluster cluster) {
        int[] ranks = new int[cluster.machines().nodes()];
        int most = 1;
        for (int node : nodeOfRank) {
            most = Math.max(most, ++ranks[cluster.machineOf(node)]);
        }
        return most;
    }

    /**
     * Returns the number of machines that hold the first ranks; a node is a machine unless nodes are GPUs. O(ranks).
     *
     * @param cluster cluster in which the ranks are placed
     * @param ranks number of first ranks, 0 to {@link #ranks}
     */
    public int machines(Cluster cluster, int ranks) {
        BitSet machines = new BitSet();
        for (int rank = 0; rank < ranks; rank++) {
            machines.set(cluster.machineOf(nodeOfRank[rank]));
        }
        return machines.cardinality();
    }

    /** Returns the node of a rank from 0 to ranks - 1. */
    public int nodeOf(int rank) {
        return nodeOfRank[rank];
    }
}
