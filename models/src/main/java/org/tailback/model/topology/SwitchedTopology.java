package org.tailback.model.topology;

import org.tailback.sharing.Link;

/** Switches with nodes: node i has the links 2i, up to its switch, and 2i + 1, down; those between switches follow. */
interface SwitchedTopology extends Topology {
    /** Returns the number of places for nodes. */
    int nodes();

    /** Returns the capacity of a link between switches, numbered from 0. */
    double capacityBetween(int link);

    String nameBetween(int link);

    @Override
    default double capacity(int link) {
        return link < 2 * nodes() ? nodeBandwidth() : capacityBetween(link - 2 * nodes());
    }

    @Override
    default Link link(int link) {
        return link < 2 * nodes() ? ofNode(link, "up", "down") : Link.inner(nameBetween(link - 2 * nodes()));
    }

    /** Returns one of the two links of a node, by {@code 2 * node} or {@code 2 * node + 1}. */
    static Link ofNode(int link, String up, String down) {
        return link % 2 == 0 ? Link.outOfNode(link / 2, up) : Link.intoNode(link / 2, down);
    }
}
