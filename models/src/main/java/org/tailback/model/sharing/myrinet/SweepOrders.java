package org.tailback.model.sharing.myrinet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Orders in which a side of a component may be swept. None is best for all shapes: small frontier first suits rings,
 * chains and grids; from the top down suits trees of hubs, where the frontier is wide but few of its states exist.
 */
final class SweepOrders {
    private final int nodes;
    private final int[][] pairsOfSwept;
    private final int[][] pairsOfKept;
    private final int[] swept;
    private final int[] kept;

    private SweepOrders(Component component, boolean sweepsSources) {
        swept = sweepsSources ? component.source() : component.destination();
        kept = sweepsSources ? component.destination() : component.source();
        nodes = sweepsSources ? component.sources() : component.destinations();
        pairsOfSwept = FrontierPlan.grouped(swept, nodes);
        pairsOfKept = FrontierPlan.grouped(kept, sweepsSources ? component.destinations() : component.sources());
    }

    /** Plans worth trying, both sides swept, the more promising first. */
    static List<FrontierPlan> plansFor(Component component) {
        boolean fewerSources = component.sources() <= component.destinations();
        List<FrontierPlan> plans = new ArrayList<>();
        for (boolean sweepsSources : new boolean[] {fewerSources, !fewerSources}) {
            SweepOrders orders = new SweepOrders(component, sweepsSources);
            plans.add(FrontierPlan.of(component, sweepsSources, orders.smallestFrontier()));
            plans.add(FrontierPlan.of(component, sweepsSources, orders.topDown()));
        }
        return plans;
    }

    /** Always the node that widens the frontier least; O(nodes * pairs). */
    private int[] smallestFrontier() {
        int[] order = new int[nodes];
        boolean[] taken = new boolean[nodes];
        int[] left = new int[pairsOfKept.length];
        Arrays.setAll(left, node -> pairsOfKept[node].length);
        for (int i = 0; i < nodes; i++) {
            int best = -1;
            int bestWidening = Integer.MAX_VALUE;
            int bestOpening = Integer.MAX_VALUE;
            for (int node = 0; node < nodes; node++) {
                if (!taken[node]) {
                    int opening = 0;
                    int closing = 0;
                    for (int pair : pairsOfSwept[node]) {
                        opening += left[kept[pair]] == pairsOfKept[kept[pair]].length ? 1 : 0;
                        closing += left[kept[pair]] == 1 ? 1 : 0;
                    }
                    int widening = opening - closing;
                    // a neighbour of chosen nodes before any new one: frontiers of several places multiply
                    boolean connected = i == 0 || opening < pairsOfSwept[node].length;
                    widening += connected ? 0 : nodes + pairsOfKept.length;
                    if (widening < bestWidening || (widening == bestWidening && opening < bestOpening)) {
                        best = node;
                        bestWidening = widening;
                        bestOpening = opening;
                    }
                }
            }
            order[i] = best;
            taken[best] = true;
            for (int pair : pairsOfSwept[best]) {
                left[kept[pair]]--;
            }
        }
        return order;
    }

    /** Depth first from the node with the most neighbours; O(pairs). */
    private int[] topDown() {
        int[] order = new int[nodes];
        boolean[] seen = new boolean[nodes];
        boolean[] keptSeen = new boolean[pairsOfKept.length];
        int[] stack = new int[nodes];
        int count = 0;
        while (count < nodes) {
            int root = -1;
            for (int node = 0; node < nodes; node++) {
                if (!seen[node] && (root < 0 || pairsOfSwept[node].length > pairsOfSwept[root].length)) {
                    root = node;
                }
            }
            int top = 0;
            stack[top++] = root;
            seen[root] = true;
            while (top > 0) {
                int node = stack[--top];
                order[count++] = node;
                for (int pair : pairsOfSwept[node]) {
                    int across = kept[pair];
                    if (!keptSeen[across]) {
                        keptSeen[across] = true;
                        for (int next : pairsOfKept[across]) {
                            if (!seen[swept[next]]) {
                                seen[swept[next]] = true;
                                stack[top++] = swept[next];
                            }
                        }
                    }
                }
            }
        }
        return order;
    }
}
