package org.tailback.model.topology;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.sharing.ParameterDomain;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/**
 * Limits of hosts and of TCP connections, beside those of the network. Tailback's own, not of a paper.
 *
 * <p><b>Equations.</b> C is the bandwidth of a node's link in one direction, x a rate in the same unit. For every node
 * v, and every two nodes v and u,
 *
 * <pre>
 * sum of x leaving v + sum of x entering v  &lt;= hostDuplex * C
 * sum of x from v to u + sum from u to v    &lt;= connectionDuplex * C
 * </pre>
 *
 * <p>2 is no limit: both directions are independent. With a connection duplex of 1, messages in opposite directions
 * between two nodes share one connection and take turns.
 *
 * <p><b>Worked example</b> ({@code HostLimitsTest}). connectionDuplex = 1, hostDuplex = 1.42: an exchange takes 2 times
 * as long as one message; where each node sends to one node and receives from another, both take 2 / 1.42 = 1.41 times
 * as long.
 *
 * <p><b>How good.</b> docs/models/tcp-today.md has the measurements that these limits were found on.
 *
 * @param connectionDuplex rate of both directions between two nodes together, over that of one direction, 1 to 2
 * @param hostDuplex rate of a host in both directions together, over that of one direction, 1 to 2
 */
public record HostLimits(double connectionDuplex, double hostDuplex) {
    /** No limits. */
    public static final HostLimits NONE = new HostLimits(2, 2);

    private static final String CONNECTION = "connection-duplex";
    private static final String HOST = "host-duplex";

    /** Checks the domains. */
    public HostLimits {
        Preconditions.checkArgument(
                connectionDuplex >= 1 && connectionDuplex <= 2,
                "connection duplex must be 1 to 2: %s",
                connectionDuplex);
        Preconditions.checkArgument(hostDuplex >= 1 && hostDuplex <= 2, "host duplex must be 1 to 2: %s", hostDuplex);
    }

    /** Returns whether they limit nothing. (The equality of records would take a twentieth of a short run.) */
    public boolean areNone() {
        return connectionDuplex == NONE.connectionDuplex && hostDuplex == NONE.hostDuplex;
    }

    /** Returns the description of a model with the keys of {@link #read} added. */
    public static Description addTo(Description model) {
        return new Description(
                model.name(),
                model.summary(),
                model.reference(),
                ImmutableList.<Parameter>builder()
                        .addAll(model.parameters())
                        .add(new Parameter(
                                CONNECTION,
                                "2",
                                "both directions between two nodes together, over one direction: 1 (one connection,"
                                        + " taking turns) to 2 (no limit)"))
                        .add(new Parameter(
                                HOST,
                                "2",
                                "what a host moves in and out together, over one direction: 1 to 2 (no limit)"))
                        .build());
    }

    /** Reads the two limits; no limits by default. */
    public static HostLimits read(Settings settings) {
        Range<Double> duplex = Range.closed(1.0, 2.0);
        return new HostLimits(
                ParameterDomain.number(settings, CONNECTION, 2, duplex),
                ParameterDomain.number(settings, HOST, 2, duplex));
    }

    /** Returns true if a connection is a limit. */
    public boolean limitsConnections() {
        return connectionDuplex < 2;
    }

    /** Returns true if a host is a limit. */
    public boolean limitsHosts() {
        return hostDuplex < 2;
    }

    /**
     * Returns a topology with these limits; the topology itself if there are none.
     *
     * @throws InputException if the topology has no bandwidth of a node's link
     */
    public Topology on(Topology topology, Cluster cluster) {
        if (areNone()) {
            return topology;
        }
        if (Double.isNaN(topology.nodeBandwidth())) {
            throw new InputException(CONNECTION + " and " + HOST + " are relative to a node's link, and topology links"
                    + " has none. Give another topology, or leave them out");
        }
        return new HostTopology(topology, cluster.nodes(), this);
    }
}
