package org.tailback.model.topology;

/**
 * A topology with a further link for every host, if hosts are limited, and with the limit of connections. A message
 * crosses the links of its hosts at the end of its route. The numbers of the other links stay the same.
 */
record HostTopology(Topology network, int nodes, HostLimits limits) implements Topology {
    @Override
    public int links() {
        return network.links() + (limits.limitsHosts() ? nodes : 0);
    }

    @Override
    public double capacity(int link) {
        return link < network.links() ? network.capacity(link) : network.nodeBandwidth() * limits.hostDuplex();
    }

    @Override
    public double nodeBandwidth() {
        return network.nodeBandwidth();
    }

    @Override
    public boolean everyRouteTakesNodeLinks() {
        return network.everyRouteTakesNodeLinks();
    }

    @Override
    public boolean isRelative() {
        return network.isRelative();
    }

    @Override
    public double connectionCapacity() {
        return limits.limitsConnections()
                ? network.nodeBandwidth() * limits.connectionDuplex()
                : Double.POSITIVE_INFINITY;
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
        return link < network.links() ? network.linkName(link) : "host " + (link - network.links());
    }

    @Override
    public int longestRoute() {
        return network.longestRoute() + (limits.limitsHosts() ? 2 : 0);
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int length = network.route(source, destination, into);
        if (limits.limitsHosts()) {
            into[length++] = network.links() + source;
            into[length++] = network.links() + destination;
        }
        return length;
    }
}
