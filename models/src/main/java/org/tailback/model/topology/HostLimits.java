package org.tailback.model.topology;

import com.google.common.base.Preconditions;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.settings.Settings;
import org.tailback.sharing.Link;

/**
 * Limits of hosts, of their ranks and of TCP connections, in addition to the limits of the network. The limits are
 * Tailback's own, not from a paper.
 *
 * <p><b>Equations.</b> C is the bandwidth of a node's link in one direction, R the bandwidth of a rank, x a rate in the
 * same unit. For every rank r, every node v, and every two nodes v and u,
 *
 * <pre>
 * sum of x leaving r &lt;= R,   sum of x entering r &lt;= R
 * sum of x leaving v + sum of x entering v  &lt;= hostDuplex * C
 * sum of x from v to u + sum from u to v    &lt;= connectionDuplex * C
 * </pre>
 *
 * <p>The limit of a rank's interface applies where one process cannot use the full bandwidth of the rails of its node;
 * v and u are then ranks in the last line, and C is replaced by R if R is less. A duplex of 2 does not limit rates:
 * both directions are independent. With a connection duplex of 1, messages in opposite directions between two nodes
 * share one half-duplex connection.
 *
 * <p><b>Worked example</b> ({@code HostLimitsTest}). connectionDuplex = 1, hostDuplex = 1.42: an exchange takes 2 times
 * as long as one message; where each node sends to one node and receives from another, both messages take 2 / 1.42 =
 * 1.41 times as long. A node of 100 GB/s and rankBandwidth = 8 GB/s: 3 messages of one rank get 8 / 3 GB/s each, 3
 * messages of 3 ranks 8 GB/s each, and 64 messages of 64 ranks 100 / 64 GB/s each.
 *
 * <p><b>Accuracy.</b> docs/models/tcp-today.md lists the measurements from which these limits were derived.
 *
 * @param connectionDuplex total rate of both directions between two nodes, over the rate of one direction, 1 to 2
 * @param hostDuplex total rate of a host in both directions, over the rate of one direction, 1 to 2
 * @param rankBandwidth maximum bytes per second of one rank in each direction, > 0; infinite for no limit
 */
public record HostLimits(double connectionDuplex, double hostDuplex, double rankBandwidth) {
    /** Keys of {@link #read}, without the key for ranks, which only models with links for ranks have. */
    public static final ParameterTable DUPLEXES = ParameterTable.of("""
            connection-duplex | 2 | >= 1 and <= 2 | total rate of both directions between two nodes, over the rate of \
            one direction: 1 is one half-duplex connection, 2 is no limit
            host-duplex | 2 | >= 1 and <= 2 | total rate of both directions of a host, over the rate of one \
            direction: 2 is no limit""");

    /** No limits of hosts, ranks and connections. */
    public static final HostLimits NONE = new HostLimits(2, 2);

    public HostLimits {
        DUPLEXES.check(connectionDuplex, hostDuplex);
        Preconditions.checkArgument(rankBandwidth > 0, "bandwidth of a rank must be > 0: %s", rankBandwidth);
    }

    /** Creates limits of hosts and connections only. */
    public HostLimits(double connectionDuplex, double hostDuplex) {
        this(connectionDuplex, hostDuplex, Double.POSITIVE_INFINITY);
    }

    /**
     * Returns whether there are no limits. (A comparison with {@link #NONE} would take 5 % of the time of a short run.)
     */
    public boolean areNone() {
        return !limitsConnections() && !limitsHosts() && !limitsRanks();
    }

    /** Reads the limits; no limits by default. */
    public static HostLimits read(Settings settings) {
        double[] duplexes = DUPLEXES.read(settings);
        double ofRank = settings.bytesPerSecond("rank-bandwidth", Double.POSITIVE_INFINITY);
        return new HostLimits(duplexes[0], duplexes[1], ofRank);
    }

    /** Returns whether connections are limited. */
    public boolean limitsConnections() {
        return connectionDuplex < 2;
    }

    /** Returns whether hosts are limited. */
    public boolean limitsHosts() {
        return hostDuplex < 2;
    }

    /** Returns whether ranks are limited. */
    public boolean limitsRanks() {
        return rankBandwidth < Double.POSITIVE_INFINITY;
    }

    /**
     * Returns a topology with these limits; the topology itself if there are no limits.
     *
     * @throws InputException if the topology has no bandwidth of a node's link, or ranks are GPUs
     */
    public Topology on(Topology topology, Cluster cluster) {
        if (areNone()) {
            return topology;
        }
        if (limitsRanks() && cluster.hasGpus()) {
            throw new InputException(
                    "'rank-bandwidth' has no meaning where ranks are GPUs, which have interfaces. Remove it");
        }
        if (limitsRanks() && topology.isRelative()) {
            throw new InputException("'rank-bandwidth' needs the bandwidth of a node's link too. Add 'bandwidth'");
        }
        if (Double.isNaN(topology.nodeBandwidth()) && (limitsConnections() || limitsHosts())) {
            throw new InputException(
                    "connection-duplex and host-duplex are relative to a node's link, and topology links has none."
                            + " Choose another topology, or remove them");
        }
        return new HostTopology(topology, cluster.nodes(), this);
    }

    /**
     * A topology with an additional link for every host, if hosts are limited, and with the limit of connections. A
     * message crosses the links of its hosts at the end of its route. The numbers of the original links do not change.
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
}
