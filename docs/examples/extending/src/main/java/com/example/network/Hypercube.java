package com.example.network;

import org.tailback.model.topology.Topology;
import org.tailback.sharing.Link;

/**
 * Routers of 2^d nodes, each with a link to every router whose number differs in one bit. Messages go bit by bit, the
 * lowest first.
 *
 * @param nodes a power of two, >= 2
 * @param bandwidth of each link, bytes per second, > 0
 */
public record Hypercube(int nodes, double bandwidth) implements Topology {
    private int dimensions() {
        return Integer.numberOfTrailingZeros(nodes);
    }

    @Override
    public int links() {
        return nodes * (2 + dimensions());
    }

    @Override
    public double capacity(int link) {
        return bandwidth;
    }

    @Override
    public double nodeBandwidth() {
        return bandwidth;
    }

    @Override
    public int longestRoute() {
        return 2 + dimensions();
    }

    @Override
    public Link link(int link) {
        if (link < 2 * nodes) {
            return link % 2 == 0 ? Link.outOfNode(link / 2, "up") : Link.intoNode(link / 2, "down");
        }
        int inner = link - 2 * nodes;
        return Link.inner("router " + inner / dimensions() + " bit " + inner % dimensions());
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int length = 0;
        into[length++] = 2 * source;
        int at = source;
        for (int bit = 0; bit < dimensions(); bit++) {
            if (((at ^ destination) >> bit & 1) == 1) {
                into[length++] = 2 * nodes + at * dimensions() + bit;
                at ^= 1 << bit;
            }
        }
        into[length++] = 2 * destination + 1;
        return length;
    }
}
