package org.tailback.model.sharing.host;

import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.model.topology.HostLimits;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * A model whose rates keep to the limits of hosts and connections as well. Each message keeps the model's rate where the limits allow
 * it; hosts and connections are shared max-min fairly by messages that want no more than that. What a limit takes from a message the
 * model gives to no other.
 *
 * @param inside the model
 * @param limits of hosts and connections
 * @param nodeRate rate of one message that fills a node's link, in the units of the model
 */
public record HostLimited(SharingModel inside, HostLimits limits, double nodeRate) implements SharingModel {
    /**
     * Returns a model whose rates keep to limits too; the model itself if there are none.
     *
     * @param nodeRate rate of one message that fills a node's link, in the units of the model, > 0
     */
    public static SharingModel around(SharingModel model, HostLimits limits, double nodeRate) {
        return limits.equals(HostLimits.NONE) ? model : new HostLimited(model, limits, nodeRate);
    }

    /** Returns the model inside of limits, if it has any, or the model itself. */
    public static SharingModel inside(SharingModel model) {
        return model instanceof HostLimited limited ? limited.inside() : model;
    }

    @Override
    public String name() {
        return inside.name();
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        Topology hosts = limits.on(new NoLinks(nodeRate), cluster);
        return new HostLimitedSharing(inside.on(cluster, seed), new MaxMin(ignored -> hosts).on(cluster, seed));
    }

    @Override
    public boolean sharesNodeLinks() {
        return inside.sharesNodeLinks();
    }

    @Override
    public boolean isRandom() {
        return inside.isRandom();
    }

    /** A network that is no limit. */
    private record NoLinks(double nodeBandwidth) implements Topology {
        @Override
        public int links() {
            return 0;
        }

        @Override
        public double capacity(int link) {
            throw new IndexOutOfBoundsException(link);
        }

        @Override
        public String linkName(int link) {
            throw new IndexOutOfBoundsException(link);
        }

        @Override
        public int longestRoute() {
            return 0;
        }

        @Override
        public int route(int source, int destination, int[] into) {
            return 0;
        }
    }
}
