package org.tailback.model.topology;

import org.tailback.cluster.Cluster;
import org.tailback.sharing.Link;

/**
 * A topology of the links above the racks of a cluster, one in each direction, without the links of nodes, which belong
 * to another model.
 *
 * @param cluster cluster with racks
 * @param rackCapacity capacity of a link, finite, > 0
 * @param nodeBandwidth bandwidth of a node's own link, which is not one of these links
 */
public record RackLinks(Cluster cluster, double rackCapacity, double nodeBandwidth) implements Topology {
    @Override
    public int links() {
        return 2 * cluster.racks().size() + 1;
    }

    /** Returns the capacity of a link; the last link carries messages inside racks and never limits them. */
    @Override
    public double capacity(int link) {
        return link < links() - 1 ? rackCapacity : Double.MAX_VALUE;
    }

    @Override
    public boolean everyRouteTakesNodeLinks() {
        return false;
    }

    @Override
    public Link link(int link) {
        boolean up = link % 2 == 0;
        return link < links() - 1
                ? new Link(
                        Link.Kind.INNER,
                        null,
                        up ? Link.Direction.OUT : Link.Direction.IN,
                        "rack " + cluster.racks().get(link / 2).name() + (up ? " up" : " down"))
                : new Link(Link.Kind.INNER, null, Link.Direction.ANY, "inside a rack");
    }

    @Override
    public int longestRoute() {
        return 2;
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int from = cluster.rackOf(source);
        int to = cluster.rackOf(destination);
        into[0] = from == to ? links() - 1 : 2 * from;
        into[1] = 2 * to + 1;
        return from == to ? 1 : 2;
    }
}
