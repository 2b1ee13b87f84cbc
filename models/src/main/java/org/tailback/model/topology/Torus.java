package org.tailback.model.topology;

import java.util.Arrays;
import org.tailback.settings.Settings;

/**
 * A torus of any number of dimensions: every node has a router with a link to and from each neighbour, and a separate
 * link to and from its router. Messages move dimension by dimension, the first dimension first, in the shorter
 * direction (upwards if both are equal).
 *
 * <p>The total injection rate of a node with several network interfaces is the capacity of its own link; one message is
 * limited by its cost and by the links to neighbours.
 *
 * <p><b>Worked example</b> ({@code InterfacesTest}). Six interfaces: 40.8 GB/s per node, 6.8 GB/s per link, three
 * dimensions of four. Messages to all six neighbours get 6.8 GB/s each; two messages to the same neighbour get 3.4 GB/s
 * each. With five dimensions, messages to ten neighbours get 4.08 GB/s each.
 *
 * @param dimensions sizes, the first of which varies fastest in the numbers of nodes
 */
record Torus(int[] dimensions, int longestRoute, LinkBlocks blocks) implements BlockTopology {
    private static final String DIMENSIONS = "dimensions";

    private static Torus of(Settings settings, int[] dimensions, double bandwidth, double capacity) {
        int nodes = TopologySizes.product(dimensions);
        int hops = Arrays.stream(dimensions).map(size -> size / 2).sum();
        LinkBlocks blocks = new LinkBlocks(settings, DIMENSIONS)
                .addNodes(nodes, bandwidth)
                .add(2L * nodes * dimensions.length, capacity, link -> name(link, dimensions.length));
        return new Torus(dimensions, hops + 2, blocks);
    }

    private static String name(int link, int dimensions) {
        return "router " + link / 2 / dimensions + " dimension " + link / 2 % dimensions
                + (link % 2 == 0 ? " upwards" : " downwards");
    }

    static TopologyPlan read(Settings settings, double bandwidth) {
        double capacity = settings.bytesPerSecond("link-bandwidth", bandwidth);
        if (settings.text(DIMENSIONS).equals(TopologySettings.CUBIC)) {
            return cluster -> of(settings, cubic(cluster.nodes()), bandwidth, capacity);
        }
        Torus torus = of(settings, TopologySizes.of(settings, DIMENSIONS), bandwidth, capacity);
        return cluster -> {
            TopologySizes.checkNodes(settings, DIMENSIONS, cluster, torus.blocks.first(1) / 2);
            return torus;
        };
    }

    /**
     * Returns the three numbers with the smallest sum whose product is the number of nodes, descending.
     * O(nodes^(2/3)).
     */
    static int[] cubic(int nodes) {
        int[] best = {nodes, 1, 1};
        for (int low = 1; low * low * low <= nodes; low++) {
            for (int middle = low; nodes % low == 0 && low * middle <= nodes / middle; middle++) {
                int high = nodes / low / middle;
                if (low * middle * high == nodes && low + middle + high < best[0] + best[1] + best[2]) {
                    best = new int[] {high, middle, low};
                }
            }
        }
        return best;
    }

    /** Returns a link of a router, which has two links per dimension, upwards and downwards. */
    private int link(int node, int dimension, int direction) {
        return blocks.first(1) + (node * dimensions.length + dimension) * 2 + direction;
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int length = 0;
        into[length++] = 2 * source;
        int at = source;
        int stride = 1;
        for (int dimension = 0; dimension < dimensions.length; dimension++) {
            int size = dimensions[dimension];
            int from = at / stride % size;
            int to = destination / stride % size;
            int upwards = Math.floorMod(to - from, size);
            boolean up = upwards <= size - upwards;
            int hops = up ? upwards : size - upwards;
            for (int hop = 0; hop < hops; hop++) {
                into[length++] = link(at, dimension, up ? 0 : 1);
                int next = Math.floorMod(from + (up ? 1 : -1), size);
                at += (next - from) * stride;
                from = next;
            }
            stride *= size;
        }
        into[length++] = 2 * destination + 1;
        return length;
    }
}
