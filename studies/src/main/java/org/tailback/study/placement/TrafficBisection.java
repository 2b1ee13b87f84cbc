package org.tailback.study.placement;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Placement of ranks with much mutual traffic near each other, computed without replays. The ranks are divided into two
 * halves that exchange little data, and each half is divided again until each group of ranks fits on a node. The method
 * of Kernighan and Lin improves the halves: it performs the best exchanges of pairs one after another and keeps the
 * best prefix of the exchanges. Groups are assigned to nodes in order, so neighbouring groups share racks and subtrees.
 *
 * <p>Reference: B. W. Kernighan, S. Lin, "An efficient heuristic procedure for partitioning graphs", Bell System
 * Technical Journal 49 (1970) 291-307. Cost: O(ranks^2) per pass and level, with a few passes.
 *
 * @param perNode largest number of ranks per node
 * @param nodeOfRank result: the node of each rank
 * @param side half to which a rank belongs in the current division, by rank: 1 or 2; 0 outside the division
 * @param gain traffic between the halves that is saved if a rank moves to the other half, by rank
 */
record TrafficBisection(RankTraffic traffic, int perNode, int[] nodeOfRank, byte[] side, double[] gain) {
    private static final int PASSES = 6;

    /**
     * Returns the node of every rank, on as few nodes as possible, from node 0.
     *
     * @param perNode largest number of ranks per node, >= 1
     */
    static int[] nodes(RankTraffic traffic, int perNode) {
        int ranks = traffic.partners().size();
        int[] nodes = new int[ranks];
        new TrafficBisection(traffic, perNode, nodes, new byte[ranks], new double[ranks])
                .place(IntStream.range(0, ranks).toArray(), 0);
        return nodes;
    }

    private void place(int[] ranks, int firstNode) {
        int nodes = (ranks.length + perNode - 1) / perNode;
        if (nodes <= 1) {
            IntStream.of(ranks).forEach(rank -> nodeOfRank[rank] = firstNode);
            return;
        }
        int leftNodes = (nodes + 1) / 2;
        int leftSize = Math.min(ranks.length - 1, leftNodes * perNode);
        int[] order = cut(ranks, leftSize);
        place(Arrays.copyOfRange(order, 0, leftSize), firstNode);
        place(Arrays.copyOfRange(order, leftSize, order.length), firstNode + leftNodes);
    }

    private int[] cut(int[] ranks, int leftSize) {
        grow(ranks, leftSize);
        for (int pass = 0; pass < PASSES && improve(ranks); pass++) {
            // repeat until there is no gain
        }
        int[] order = new int[ranks.length];
        int left = 0;
        int right = leftSize;
        for (int rank : ranks) {
            order[side[rank] == 1 ? left++ : right++] = rank;
        }
        IntStream.of(ranks).forEach(rank -> side[rank] = 0);
        return order;
    }

    /** Starts the left half with the first rank and adds the ranks with the most traffic to it. */
    private void grow(int[] ranks, int leftSize) {
        for (int rank : ranks) {
            side[rank] = 2;
            gain[rank] = 0;
        }
        for (int size = 0; size < leftSize; size++) {
            int best = -1;
            for (int rank : ranks) {
                if (side[rank] == 2 && (best < 0 || gain[rank] > gain[best])) {
                    best = rank;
                }
            }
            side[best] = 1;
            addToPartners(best, 1);
        }
    }

    private void addToPartners(int rank, double factor) {
        traffic.partners().get(rank).forEach((partner, bytes) -> gain[partner] += factor * bytes);
    }

    /** Performs one pass of Kernighan and Lin; returns whether the pass reduced the traffic. */
    private boolean improve(int[] ranks) {
        for (int rank : ranks) {
            gain[rank] = 0;
            traffic.partners().get(rank).forEach((partner, bytes) -> {
                byte other = side[partner];
                gain[rank] += other == 0 ? 0 : (other == side[rank] ? -1 : 1) * bytes;
            });
        }
        boolean[] locked = new boolean[ranks.length];
        int most = ranks.length / 2;
        int[] lefts = new int[most];
        int[] rights = new int[most];
        double sum = 0;
        double bestSum = 0;
        int bestCount = 0;
        int count = 0;
        while (count < most) {
            int left = best(ranks, locked, 1);
            int right = best(ranks, locked, 2);
            if (left < 0 || right < 0) {
                break;
            }
            int a = ranks[left];
            int b = ranks[right];
            sum += gain[a] + gain[b] - 2 * traffic.partners().get(a).getOrDefault(b, 0.0);
            locked[left] = true;
            locked[right] = true;
            lefts[count] = a;
            rights[count] = b;
            swap(a, b);
            count++;
            if (sum > bestSum * (1 + 1e-12)) {
                bestSum = sum;
                bestCount = count;
            }
        }
        for (int i = count - 1; i >= bestCount; i--) {
            side[lefts[i]] = 1;
            side[rights[i]] = 2;
        }
        return bestCount > 0;
    }

    private int best(int[] ranks, boolean[] locked, int ofSide) {
        int best = -1;
        for (int i = 0; i < ranks.length; i++) {
            if (!locked[i] && side[ranks[i]] == ofSide && (best < 0 || gain[ranks[i]] > gain[ranks[best]])) {
                best = i;
            }
        }
        return best;
    }

    /** Exchanges two ranks between the halves and updates the gains of their partners. */
    private void swap(int a, int b) {
        side[a] = 2;
        side[b] = 1;
        follow(a, 2);
        follow(b, 1);
    }

    private void follow(int moved, int to) {
        traffic.partners().get(moved).forEach((partner, bytes) -> {
            byte other = side[partner];
            gain[partner] += other == 0 ? 0 : (other == to ? -2 : 2) * bytes;
        });
    }
}
