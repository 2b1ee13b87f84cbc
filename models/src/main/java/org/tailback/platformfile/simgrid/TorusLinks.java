package org.tailback.platformfile.simgrid;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Links of SimGrid's tori: each node has one to the next node of every dimension and none to a router. Routes go
 * dimension by dimension, and in each the way that the first and last coordinate say: forward if the target lies at
 * most half the dimension ahead, over the end only from beyond the middle.
 */
final class TorusLinks {
    private final int[] sizes;
    /** By node and dimension: forward and back. */
    private final List<SimGridLink[]> forward = new ArrayList<>();

    private final List<SimGridLink[]> back = new ArrayList<>();

    /** @param link makes the link of a name in a direction, true for forward */
    TorusLinks(int[] sizes, int nodes, BiFunction<String, Boolean, SimGridLink> link) {
        this.sizes = sizes;
        for (int node = 0; node < nodes; node++) {
            SimGridLink[] ahead = new SimGridLink[sizes.length];
            SimGridLink[] behind = new SimGridLink[sizes.length];
            for (int dimension = 0; dimension < sizes.length; dimension++) {
                String name = node + "." + dimension;
                ahead[dimension] = link.apply(name, true);
                behind[dimension] = link.apply(name, false);
            }
            forward.add(ahead);
            back.add(behind);
        }
    }

    List<SimGridLink> links(int from, int to) {
        List<SimGridLink> links = new ArrayList<>();
        int at = from;
        for (int dimension = 0, stride = 1; dimension < sizes.length; stride *= sizes[dimension++]) {
            int size = sizes[dimension];
            int half = size / 2;
            int source = from / stride % size;
            int target = to / stride % size;
            boolean ahead =
                    target > source && target <= source + half || source > half && (source + half) % size >= target;
            for (int place = source; place != target; ) {
                int next = (place + (ahead ? 1 : size - 1)) % size;
                int neighbour = at + (next - place) * stride;
                links.add(ahead ? forward.get(at)[dimension] : back.get(neighbour)[dimension]);
                at = neighbour;
                place = next;
            }
        }
        return links;
    }
}
