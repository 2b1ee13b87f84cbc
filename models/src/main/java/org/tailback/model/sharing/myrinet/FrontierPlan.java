package org.tailback.model.sharing.myrinet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How a component is counted: the nodes of one side (the swept side) are taken one after the other, and of the other
 * side only the nodes on the frontier are remembered, those with a neighbour taken and a neighbour to come. Each has a
 * slot in the state while it is on the frontier.
 *
 * @param twinClassOfPair pairs with the same number are equivalent by symmetry
 * @param width largest number of nodes on the frontier
 * @param mostStates upper bound on the number of states of all layers, > 0: three states of each frontier node, of g
 *     twins the (g+1)(g+2)/2 combinations of three counts
 */
record FrontierPlan(List<Layer> layers, int[] twinClassOfPair, int width, double mostStates) {
    /** The work for one node of the swept side; arrays are indexed by its neighbours. */
    record Layer(int[] pairs, int[] weights, int[] slots, int[] closingSlots, int[][] twinSlots) {}

    /**
     * @param sweepsSources true if sources are taken one after the other, false if destinations are
     * @param order the swept side's nodes in the order in which they are taken
     */
    static FrontierPlan of(Component component, boolean sweepsSources, int[] order) {
        int[] swept = sweepsSources ? component.source() : component.destination();
        int[] kept = sweepsSources ? component.destination() : component.source();
        int sweptNodes = sweepsSources ? component.sources() : component.destinations();
        int keptNodes = sweepsSources ? component.destinations() : component.sources();
        int[] position = new int[sweptNodes];
        for (int i = 0; i < order.length; i++) {
            position[order[i]] = i;
        }
        int[][] pairsOf = grouped(swept, sweptNodes);
        int[] last = new int[keptNodes];
        Arrays.fill(last, -1);
        for (int pair = 0; pair < component.pairs(); pair++) {
            last[kept[pair]] = Math.max(last[kept[pair]], position[swept[pair]]);
        }
        int[] twinOf = twins(swept, kept, component.messages(), keptNodes);
        int[] twinClassOfPair = new int[component.pairs()];
        for (int pair = 0; pair < component.pairs(); pair++) {
            // pairs of one swept node with twins of the other side are counted alike
            twinClassOfPair[pair] = swept[pair] * keptNodes + twinOf[kept[pair]];
        }

        int[] slotOf = new int[keptNodes];
        Arrays.fill(slotOf, -1);
        List<Layer> layers = new ArrayList<>();
        List<Integer> free = new ArrayList<>();
        int used = 0;
        int[] onFrontier = new int[keptNodes];
        double mostStates = 1;
        double statesOfLayer = 1;
        for (int i = 0; i < order.length; i++) {
            int[] pairs = pairsOf[order[i]];
            int[] weights = new int[pairs.length];
            int[] slots = new int[pairs.length];
            for (int j = 0; j < pairs.length; j++) {
                int node = kept[pairs[j]];
                if (slotOf[node] < 0) {
                    slotOf[node] = free.isEmpty() ? used++ : free.remove(free.size() - 1);
                    statesOfLayer *= (onFrontier[twinOf[node]]++ + 3.0) / onFrontier[twinOf[node]];
                }
                slots[j] = slotOf[node];
                weights[j] = component.messages()[pairs[j]];
            }
            Map<Integer, List<Integer>> twinSlots = new HashMap<>();
            List<int[]> groups = new ArrayList<>();
            List<Integer> closing = new ArrayList<>();
            for (int j = 0; j < pairs.length; j++) {
                int node = kept[pairs[j]];
                if (last[node] == i) {
                    closing.add(slots[j]);
                    statesOfLayer *= onFrontier[twinOf[node]]-- / (onFrontier[twinOf[node]] + 3.0);
                    free.add(slots[j]);
                } else {
                    twinSlots
                            .computeIfAbsent(twinOf[node], twin -> new ArrayList<>())
                            .add(slots[j]);
                }
            }
            for (int j = 0; j < pairs.length; j++) {
                List<Integer> group = twinSlots.remove(twinOf[kept[pairs[j]]]);
                if (group != null && group.size() > 1) {
                    groups.add(group.stream().mapToInt(Integer::intValue).toArray());
                }
            }
            mostStates += statesOfLayer;
            layers.add(new Layer(
                    pairs,
                    weights,
                    slots,
                    closing.stream().mapToInt(Integer::intValue).toArray(),
                    groups.toArray(new int[0][])));
        }
        return new FrontierPlan(layers, twinClassOfPair, used, mostStates);
    }

    static int[][] grouped(int[] nodeOfPair, int nodes) {
        int[] degree = new int[nodes];
        for (int node : nodeOfPair) {
            degree[node]++;
        }
        int[][] groups = new int[nodes][];
        for (int node = 0; node < nodes; node++) {
            groups[node] = new int[degree[node]];
        }
        Arrays.fill(degree, 0);
        for (int pair = 0; pair < nodeOfPair.length; pair++) {
            int node = nodeOfPair[pair];
            groups[node][degree[node]++] = pair;
        }
        return groups;
    }

    /** Returns the first node with the same neighbours and numbers of messages, by node of the kept side. */
    private static int[] twins(int[] swept, int[] kept, int[] messages, int keptNodes) {
        int[][] pairsOf = grouped(kept, keptNodes);
        Map<List<Integer>, Integer> first = new HashMap<>();
        int[] twinOf = new int[keptNodes];
        for (int node = 0; node < keptNodes; node++) {
            List<Integer> neighbours = new ArrayList<>();
            for (int pair : pairsOf[node]) {
                neighbours.add(swept[pair]);
                neighbours.add(messages[pair]);
            }
            Integer known = first.putIfAbsent(neighbours, node);
            twinOf[node] = known == null ? node : known;
        }
        return twinOf;
    }
}
