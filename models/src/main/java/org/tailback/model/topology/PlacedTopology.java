package org.tailback.model.topology;

/**
 * A topology whose places are taken by nodes in another order; some may stay empty.
 *
 * @param regular numbers places; links of nodes are named {@code node PLACE …}
 * @param places the place of every node, all different
 */
record PlacedTopology(Topology regular, int[] places) implements ForwardingTopology {
    private static final String NODE = "node ";

    /** O(nodes). */
    @Override
    public String linkName(int link) {
        String name = regular.linkName(link);
        if (!name.startsWith(NODE)) {
            return name;
        }
        int end = name.indexOf(' ', NODE.length());
        int place = Integer.parseInt(name.substring(NODE.length(), end));
        for (int node = 0; node < places.length; node++) {
            if (places[node] == place) {
                return NODE + node + name.substring(end);
            }
        }
        return "empty place " + place + name.substring(end);
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
