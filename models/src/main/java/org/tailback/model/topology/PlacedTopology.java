package org.tailback.model.topology;

/**
 * A topology whose places are taken by nodes in another order; some may stay empty.
 *
 * @param regular numbers places; links of nodes are named {@code node PLACE …}
 * @param places the place of every node, all different
 */
record PlacedTopology(Topology regular, int[] places) implements Topology {
    private static final String NODE = "node ";

    @Override
    public int links() {
        return regular.links();
    }

    @Override
    public double capacity(int link) {
        return regular.capacity(link);
    }

    @Override
    public double nodeBandwidth() {
        return regular.nodeBandwidth();
    }

    @Override
    public boolean isAsInSimGrid() {
        return regular.isAsInSimGrid();
    }

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
    public int longestRoute() {
        return regular.longestRoute();
    }

    @Override
    public int route(int source, int destination, int[] into) {
        return regular.route(places[source], places[destination], into);
    }

    @Override
    public int ways(int source, int destination) {
        return regular.ways(places[source], places[destination]);
    }

    @Override
    public int route(int source, int destination, int way, int[] into) {
        return regular.route(places[source], places[destination], way, into);
    }

    @Override
    public boolean raisesChannel(int link) {
        return regular.raisesChannel(link);
    }
}
