package org.tailback.model.topology;

import java.util.Arrays;
import org.tailback.sharing.Link;

/**
 * A topology whose places are taken by nodes in another order; some may stay empty.
 *
 * @param regular numbers places, which are the owners of its links
 * @param places the place of every node, all different
 * @param nodes the node of every place; of empty places, -1
 */
record PlacedTopology(Topology regular, int[] places, int[] nodes) implements ForwardingTopology {
    static PlacedTopology of(Topology regular, int[] places) {
        int[] nodes = new int[Arrays.stream(places).max().orElse(-1) + 1];
        Arrays.fill(nodes, -1);
        for (int node = 0; node < places.length; node++) {
            nodes[places[node]] = node;
        }
        return new PlacedTopology(regular, places, nodes);
    }

    @Override
    public Link link(int link) {
        Link placed = regular.link(link);
        Link.Owner owner = placed.owner();
        if (owner == null) {
            return placed;
        }
        int node = owner.node() < nodes.length ? nodes[owner.node()] : -1;
        return placed.withOwner(
                node < 0 ? new Link.Owner(-1, 0, "empty place " + owner.node()) : Link.Owner.node(node));
    }

    @Override
    public double latency(int source, int destination) {
        return regular.latency(places[source], places[destination]);
    }

    @Override
    public int routes(int source, int destination) {
        return regular.routes(places[source], places[destination]);
    }

    @Override
    public int route(int source, int destination, int number, int[] into) {
        return regular.route(places[source], places[destination], number, into);
    }
}
