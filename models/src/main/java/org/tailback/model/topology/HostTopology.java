package org.tailback.model.topology;

import org.tailback.sharing.Link;

/**
 * A topology with a further link for every host, if hosts are limited, and with the limit of connections. A message
 * crosses the links of its hosts at the end of its route. The numbers of the other links stay the same.
 */
record HostTopology(Topology regular, int nodes, HostLimits limits) implements ForwardingTopology {
    @Override
    public int links() {
        return regular.links() + (limits.limitsHosts() ? nodes : 0);
    }

    @Override
    public double capacity(int link) {
        return link < regular.links() ? regular.capacity(link) : regular.nodeBandwidth() * limits.hostDuplex();
    }

    @Override
    public double connectionCapacity() {
        return limits.limitsConnections()
                ? Math.min(regular.nodeBandwidth(), limits.rankBandwidth()) * limits.connectionDuplex()
                : Double.POSITIVE_INFINITY;
    }

    @Override
    public double rankCapacity() {
        return limits.rankBandwidth();
    }

    @Override
    public Topology withoutLimits() {
        return regular;
    }

    @Override
    public boolean isAsInSimGrid() {
        return false;
    }

    @Override
    public Link link(int link) {
        int host = link - regular.links();
        return host < 0
                ? regular.link(link)
                : new Link(Link.Kind.HOST, new Link.Owner(host, 1, "host " + host), Link.Direction.ANY, "");
    }

    @Override
    public int longestRoute() {
        return regular.longestRoute() + (limits.limitsHosts() ? 2 : 0);
    }

    @Override
    public int route(int source, int destination, int number, int[] into) {
        int length = regular.route(source, destination, number, into);
        if (limits.limitsHosts()) {
            into[length++] = regular.links() + source;
            into[length++] = regular.links() + destination;
        }
        return length;
    }
}
