package org.tailback.model.topology;

import org.tailback.sharing.Link;

/**
 * A torus of any number of dimensions: every node has a router with a link to each neighbour and back, and an own link
 * up to its router and down from it. Messages go dimension by dimension, the first dimension first, the shorter
 * direction round (upwards if both are equal).
 *
 * <p>A node with several network interfaces injects at them together what its own link carries; one message is limited
 * by its cost and by the links to neighbours.
 *
 * <p><b>Worked example</b> ({@code InterfacesTest}). Six interfaces: 40.8 GB/s a node, 6.8 GB/s a link, three
 * dimensions of four. Messages to all six neighbours get 6.8 GB/s each; two to the same neighbour get 3.4 GB/s. With
 * five dimensions ten neighbours get 4.08 GB/s each.
 */
final class Torus implements Topology {
    private final int[] dimensions;
    private final int nodes;
    private final double nodeCapacity;
    private final double routerCapacity;
    private final int longest;

    Torus(int[] dimensions, double nodeCapacity, double routerCapacity) {
        this.dimensions = dimensions;
        this.nodeCapacity = nodeCapacity;
        this.routerCapacity = routerCapacity;
        int product = 1;
        int hops = 0;
        for (int size : dimensions) {
            product *= size;
            hops += size / 2;
        }
        nodes = product;
        longest = hops + 2;
    }

    /** Links: up and down of every node, then for every node two per dimension, upwards and downwards. */
    private int link(int node, int dimension, int direction) {
        return 2 * nodes + (node * dimensions.length + dimension) * 2 + direction;
    }

    @Override
    public int links() {
        return 2 * nodes + 2 * nodes * dimensions.length;
    }

    @Override
    public double capacity(int link) {
        return link < 2 * nodes ? nodeCapacity : routerCapacity;
    }

    @Override
    public double nodeBandwidth() {
        return nodeCapacity;
    }

    /** SimGrid's has other links: see {@code docs/models/smpi.md}. */
    @Override
    public boolean isAsInSimGrid() {
        return false;
    }

    @Override
    public Link link(int link) {
        if (link < 2 * nodes) {
            return link % 2 == 0 ? Link.outOfNode(link / 2, "up") : Link.intoNode(link / 2, "down");
        }
        int index = (link - 2 * nodes) / 2;
        return Link.inner("router " + index / dimensions.length + " dimension " + index % dimensions.length
                + (link % 2 == 0 ? " upwards" : " downwards"));
    }

    @Override
    public int longestRoute() {
        return longest;
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
