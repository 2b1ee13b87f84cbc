package org.tailback.cluster;

import com.google.common.base.Preconditions;

/**
 * The path between ranks on one node: through memory, never through the network.
 *
 * @param latency seconds, finite, >= 0
 * @param bytesPerSecond what one message gets, > 0; infinite if messages inside a node take no time beside the latency
 * @param shared true if the messages inside a node share the bandwidth equally, false if they do not disturb each other
 * @param overhead how long a message occupies each of its ends, in seconds, finite, >= 0; not a number: as long as the
 *     cost of messages says
 */
public record IntraNodePath(double latency, double bytesPerSecond, boolean shared, double overhead) {
    /** Messages inside a node cost nothing. */
    public static final IntraNodePath FREE = new IntraNodePath(0, Double.POSITIVE_INFINITY, false);

    /** Checks the domains. */
    public IntraNodePath {
        Preconditions.checkArgument(
                latency >= 0 && latency < Double.POSITIVE_INFINITY,
                "intra-node latency must be finite and >= 0: %s",
                latency);
        Preconditions.checkArgument(bytesPerSecond > 0, "intra-node bandwidth must be above 0: %s", bytesPerSecond);
        Preconditions.checkArgument(
                Double.isNaN(overhead) || overhead >= 0 && overhead < Double.POSITIVE_INFINITY,
                "intra-node overhead must be finite and >= 0: %s",
                overhead);
    }

    /** Messages have the overheads of the message cost. */
    public IntraNodePath(double latency, double bytesPerSecond, boolean shared) {
        this(latency, bytesPerSecond, shared, Double.NaN);
    }
}
