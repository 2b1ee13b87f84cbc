package org.tailback.model.cost;

/**
 * SMPI's own link inside a node, which messages do not share ("loopback"): latency x factor, then bytes over bandwidth
 * x factor.
 *
 * @param bandwidth bytes per second, finite, > 0
 * @param latency seconds, finite, >= 0
 * @param bandwidthFactors by size, > 0
 * @param latencyFactors by size
 */
public record SmpiLocal(double bandwidth, double latency, SizeFactors bandwidthFactors, SizeFactors latencyFactors) {
    double seconds(double bytes) {
        return latencyFactors.factor(bytes) * latency + bytes / (bandwidthFactors.factor(bytes) * bandwidth);
    }
}
