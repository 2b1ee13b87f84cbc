package org.tailback.replay;

import java.util.Arrays;

/** Nodes, times and counts of the ranks of a replay, as columns. */
class RankStatistics {
    final int count;
    final int[] nodes;
    /** Rank by thread: the rank itself, or the rank of a progress thread. */
    int[] rankOf;

    final double[] finish;
    final double[] compute;
    final double[] blocked;
    final long[] messages;
    final long[] bytesSent;

    /** Sums of size times penalty, and of size, over messages between nodes, by rank. */
    final double[] penaltyBytes;

    final double[] networkBytes;
    /** Seconds for which messages between nodes were in the network beyond their contention-free time, by rank. */
    final double[] lost;

    /** Returns the number of a thread for observers: 0 for a rank, below 0 for a progress thread. */
    final int observed(int thread) {
        return Math.min(0, count - 1 - thread);
    }

    RankStatistics(int count, int[] nodes) {
        this.count = count;
        this.nodes = nodes;
        rankOf = new int[count];
        Arrays.setAll(rankOf, rank -> rank);
        finish = new double[count];
        compute = new double[count];
        blocked = new double[count];
        messages = new long[count];
        bytesSent = new long[count];
        penaltyBytes = new double[count];
        networkBytes = new double[count];
        lost = new double[count];
    }

    /** Copies the statistics of each representative to the ranks that it represents. */
    final void spread(int[] representatives) {
        for (int rank = 0; rank < count; rank++) {
            int its = representatives[rank];
            finish[rank] = finish[its];
            compute[rank] = compute[its];
            blocked[rank] = blocked[its];
            messages[rank] = messages[its];
            bytesSent[rank] = bytesSent[its];
            penaltyBytes[rank] = penaltyBytes[its];
            networkBytes[rank] = networkBytes[its];
            lost[rank] = lost[its];
        }
    }
}
