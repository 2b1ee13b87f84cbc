package org.tailback.model.topology;

import org.tailback.sharing.Link;

/** One switch that is never the bottleneck: every node has a link up to it and one down from it. */
final class Star implements Topology {
    private final int nodes;
    private final double capacity;

    Star(int nodes, double capacity) {
        this.nodes = nodes;
        this.capacity = capacity;
    }

    @Override
    public int links() {
        return 2 * nodes;
    }

    @Override
    public double capacity(int link) {
        return capacity;
    }

    @Override
    public double nodeBandwidth() {
        return capacity;
    }

    @Override
    public boolean isAsInSimGrid() {
        return true;
    }

    @Override
    public Link link(int link) {
        return link % 2 == 0 ? Link.outOfNode(link / 2, "up") : Link.intoNode(link / 2, "down");
    }

    @Override
    public int longestRoute() {
        return 2;
    }

    @Override
    public int route(int source, int destination, int[] into) {
        into[0] = 2 * source;
        into[1] = 2 * destination + 1;
        return 2;
    }
}
