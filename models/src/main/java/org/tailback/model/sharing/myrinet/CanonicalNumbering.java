package org.tailback.model.sharing.myrinet;

import java.util.Arrays;
import org.tailback.random.SplitMix64;

/**
 * Numbers the nodes of a component by its shape, so that components of one shape mostly become equal and are counted
 * once. Colour refinement: nodes are distinguished by their side, then again and again by the colours of their
 * neighbours; where that ends with equal nodes, one is picked and the refinement goes on.
 *
 * <p>Two components of the same shape may still get different numberings (picking among nodes that look alike but are
 * not): they are then counted twice, which costs time, never correctness. O(nodes * (pairs + nodes log nodes)) times a
 * few rounds.
 */
final class CanonicalNumbering {
    private final Component component;
    private final int nodes;
    private final int[] color;
    private final long[] signature;
    private final Integer[] byColor;

    private CanonicalNumbering(Component component) {
        this.component = component;
        nodes = component.sources() + component.destinations();
        color = new int[nodes];
        signature = new long[nodes];
        byColor = new Integer[nodes];
        for (int node = 0; node < nodes; node++) {
            color[node] = node < component.sources() ? 0 : component.sources();
            byColor[node] = node;
        }
    }

    /** The new numbers of the sources, then those of the destinations, each from 0. */
    static int[] of(Component component) {
        CanonicalNumbering numbering = new CanonicalNumbering(component);
        numbering.refine();
        for (int node = numbering.firstOfAmbiguous(); node >= 0; node = numbering.firstOfAmbiguous()) {
            numbering.pick(node);
            numbering.refine();
        }
        int[] numbers = numbering.color;
        for (int node = component.sources(); node < numbers.length; node++) {
            numbers[node] -= component.sources();
        }
        return numbers;
    }

    /** A colour is the number of nodes with smaller colours, so a colour of one node is its number. */
    private void refine() {
        boolean finer = true;
        while (finer) {
            Arrays.fill(signature, 0);
            for (int i = 0; i < component.pairs(); i++) {
                int source = component.source()[i];
                int destination = component.sources() + component.destination()[i];
                // sums do not depend on the order of neighbours
                signature[source] += mixed(color[destination], component.messages()[i]);
                signature[destination] += mixed(color[source], component.messages()[i]);
            }
            finer = recolor();
        }
    }

    private boolean recolor() {
        Arrays.sort(
                byColor,
                (a, b) -> color[a] != color[b]
                        ? Integer.compare(color[a], color[b])
                        : Long.compare(signature[a], signature[b]));
        boolean finer = false;
        int previousOld = -1;
        int previousNew = -1;
        long previousSignature = 0;
        for (int rank = 0; rank < nodes; rank++) {
            int node = byColor[rank];
            int old = color[node];
            boolean same = rank > 0 && old == previousOld && signature[node] == previousSignature;
            previousNew = same ? previousNew : rank;
            finer |= previousNew != old;
            previousOld = old;
            previousSignature = signature[node];
            color[node] = previousNew;
        }
        return finer;
    }

    private int firstOfAmbiguous() {
        for (int rank = 0; rank + 1 < nodes; rank++) {
            if (color[byColor[rank]] == color[byColor[rank + 1]]) {
                int shared = color[byColor[rank]];
                int lowest = Integer.MAX_VALUE;
                for (int i = rank; i < nodes && color[byColor[i]] == shared; i++) {
                    lowest = Math.min(lowest, byColor[i]);
                }
                return lowest;
            }
        }
        return -1;
    }

    /** Gives one node of a colour the number before the others. */
    private void pick(int picked) {
        int shared = color[picked];
        for (int node = 0; node < nodes; node++) {
            if (node != picked && color[node] == shared) {
                color[node] = shared + 1;
            }
        }
    }

    private static long mixed(int color, int messages) {
        return SplitMix64.mixed((((long) color << 32) ^ messages) + SplitMix64.GOLDEN);
    }
}
