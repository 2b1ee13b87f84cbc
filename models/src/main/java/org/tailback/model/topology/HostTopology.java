package org.tailback.model.topology;

/**
 * A topology with a further link for every limited host, and for every two nodes whose connection is limited. A message
 * crosses these links at the end of its route. The numbers of the other links stay the same.
 */
record HostTopology(Topology network, int nodes, HostLimits limits) implements Topology {
    @Override
    public int links() {
        return firstConnection() + (limits.limitsConnections() ? nodes * (nodes - 1) / 2 : 0);
    }

    private int firstConnection() {
        return network.links() + (limits.limitsHosts() ? nodes : 0);
    }

    @Override
    public double capacity(int link) {
        if (link < network.links()) {
            return network.capacity(link);
        }
        return network.nodeBandwidth() * (link < firstConnection() ? limits.hostDuplex() : limits.connectionDuplex());
    }

    @Override
    public double nodeBandwidth() {
        return network.nodeBandwidth();
    }

    @Override
    public boolean isRelative() {
        return network.isRelative();
    }

    @Override
    public Topology withoutLimits() {
        return network;
    }

    @Override
    public boolean isAsInSimGrid() {
        return false;
    }

    @Override
    public String linkName(int link) {
        if (link < network.links()) {
            return network.linkName(link);
        }
        if (link < firstConnection()) {
            return "host " + (link - network.links());
        }
        int rest = link - firstConnection();
        int higher = 1;
        while (rest >= higher) {
            rest -= higher++;
        }
        return "connection " + rest + " - " + higher;
    }

    @Override
    public int longestRoute() {
        return network.longestRoute() + 3;
    }

    @Override
    public int ways(int source, int destination) {
        return network.ways(source, destination);
    }

    @Override
    public boolean raisesChannel(int link) {
        return link < network.links() && network.raisesChannel(link);
    }

    @Override
    public int route(int source, int destination, int[] into) {
        return route(source, destination, 0, into);
    }

    @Override
    public int route(int source, int destination, int way, int[] into) {
        int length = network.route(source, destination, way, into);
        if (limits.limitsHosts()) {
            into[length++] = network.links() + source;
            into[length++] = network.links() + destination;
        }
        if (limits.limitsConnections()) {
            int higher = Math.max(source, destination);
            into[length++] = firstConnection() + higher * (higher - 1) / 2 + Math.min(source, destination);
        }
        return length;
    }
}
