package org.tailback.model.cost;

import org.jspecify.annotations.Nullable;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;

/**
 * Cost of a message in SimGrid's SMPI 3.32. The corresponding network model, {@link
 * org.tailback.model.sharing.smpi.Smpi}, has the latency of the route.
 *
 * <p><b>Equations.</b> A message of m bytes is a flow of n = m + 16 bytes. Factors depend on n and are constant between
 * bounds:
 *
 * <pre>
 * start delay   d(m) = latencyFactor(n) * lat      lat: sum of the latencies of the links of the route;
 *                                                  then the flow starts
 * on the wire   w(m) = n / bandwidthFactor(n)      bytes that links carry
 * gap           g(m) = w(m) / bandwidth            0 without a bandwidth of the message itself
 * uncontended   T(m) = d(m) + max(g(m), w(m) / narrowest link of the route)
 * </pre>
 *
 * Messages below 65536 bytes release the sender at once but start only when the receive is posted (detached); larger
 * messages start when send and receive are posted, and the sender waits for the end (rendezvous). By default there are
 * no overheads, as in SMPI; {@link Ranges} contains calibrated overheads. If factors only bound the rate of a message
 * and the network is {@code uncontended}, messages of {@code eager-below} bytes or more occupy the interfaces of their
 * nodes one after another, each for {@code n / bandwidth}. They do not delay smaller messages.
 *
 * <p><b>Exchanges.</b> The time of a message depends on whether its receiver polls for it between computations, or both
 * ranks wait in MPI. If both ranks wait, the send is marked in programs ({@link
 * org.tailback.program.SendMode#EXCHANGE}), and a platform may have a calibration for each kind.
 *
 * <p><b>Under other sharing models</b> lat is the given latency, the same for all routes: a comparison with {@code
 * uncontended} shows the effect of sharing, and a comparison with {@code max-min} shows the effect of weights and cross
 * traffic. If routes differ, specify the latency of the shortest route.
 *
 * <p><b>Worked example</b> ({@code SmpiCostTest}): 1 MB over two links of 5 us and 1.25 GB/s: 11.6436 * 10 us = 116.436
 * us of latency and then 1000016 / (0.940694 * 1.25e9) = 850.450 us, in total 966.886 us. SimGrid prints 0.000967.
 *
 * <p><b>When not to use it.</b> The default factors were measured by SimGrid's authors on one cluster with TCP on
 * Gigabit Ethernet; for another network fit {@code loggp} or {@code plogp}, or specify other factors.
 *
 * <p>Reference: A. Degomme et al., Simulating MPI applications: the SMPI approach, IEEE TPDS 28(8), 2017; the constants
 * are the documented defaults of SimGrid 3.32.
 *
 * @param bandwidth maximum bytes per second of one uncontended message, > 0; infinite if only the links of the sharing
 *     model limit the message
 * @param latency latency of the route between two nodes, seconds, finite, >= 0; used if the sharing model has no
 *     latencies
 * @param bandwidthFactors bandwidth factors by size of the flow
 * @param latencyFactors latency factors by size of the flow
 * @param envelopeBytes bytes of a flow in addition to the message, >= 0
 * @param detachedBelow smallest size in bytes for which the sender waits for the end, >= 0
 * @param ranges overheads and other calibrated values
 */
public record SmpiCost(
        double bandwidth,
        double latency,
        BySize bandwidthFactors,
        BySize latencyFactors,
        long envelopeBytes,
        long detachedBelow,
        Ranges ranges)
        implements MessageCost {
    public static final String NAME = "smpi";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public MessageCost exchange() {
        SmpiCost own = ranges.exchange();
        return own == null ? this : own;
    }

    @Override
    public double gap(long bytes) {
        return factored(bytes) / bandwidth;
    }

    @Override
    public double wireBytes(long bytes) {
        return ranges.boundsOnly() ? (double) bytes + envelopeBytes : factored(bytes);
    }

    private double factored(long bytes) {
        double flow = (double) bytes + envelopeBytes;
        return flow / bandwidthFactors.factor(flow);
    }

    @Override
    public double latency(long bytes) {
        return 0;
    }

    @Override
    public double startDelay(long bytes, double pathLatency) {
        double seconds = Double.isNaN(pathLatency) ? latency : pathLatency;
        return latencyFactors.factor((double) bytes + envelopeBytes) * seconds;
    }

    @Override
    public double sendOverhead(long bytes) {
        return ranges.send().seconds(bytes);
    }

    @Override
    public double isendOverhead(long bytes) {
        return ranges.isend().seconds(bytes);
    }

    @Override
    public double receiveOverhead(long bytes) {
        return ranges.receive().seconds(bytes);
    }

    @Override
    public double probeOverhead() {
        return ranges.probe();
    }

    @Override
    public double localSeconds(long bytes) {
        Local local = ranges.local();
        return local == null ? Double.NaN : local.seconds(bytes);
    }

    /**
     * Returns whether factors only bound rates. The total capacity of the links is then separate from the rate of a
     * message.
     */
    @Override
    public boolean occupiesInterface() {
        return ranges.boundsOnly();
    }

    @Override
    public double occupancy(long bytes) {
        return bytes < ranges.eagerBelow() ? -1 : wireBytes(bytes) / bandwidth;
    }

    @Override
    public Protocol protocol(long bytes) {
        return bytes < ranges.eagerBelow()
                ? Protocol.EAGER_BUFFERED
                : bytes < detachedBelow ? Protocol.DETACHED : Protocol.RENDEZVOUS;
    }

    /**
     * Additional values of a calibration of SMPI: overheads by size, and the scope of factors and thresholds.
     *
     * @param send "smpi/os": overhead of a blocking send
     * @param isend "smpi/ois": overhead of a non-blocking send
     * @param receive "smpi/or": overhead of a receive
     * @param probe "smpi/iprobe": time of a non-blocking probe, seconds, finite, >= 0
     * @param eagerBelow "smpi/async-small-thresh": size in bytes below which a message starts without its receive, >= 0
     * @param boundsOnly true if a bandwidth factor bounds the rate of a message, as in SimGrid up to version 3.25;
     *     false if the bytes on links are divided by the factor instead
     * @param local path inside a node; null for the platform's path
     * @param exchange cost of the messages of exchanges, measured separately by ping-pongs; null if they have the same
     *     cost as all messages
     */
    public record Ranges(
            BySize send,
            BySize isend,
            BySize receive,
            double probe,
            long eagerBelow,
            boolean boundsOnly,
            @Nullable Local local,
            @Nullable SmpiCost exchange) {
        /** Default values of SMPI: no overheads and no other calibrated values. */
        public static final Ranges NONE =
                new Ranges(BySize.NO_OVERHEAD, BySize.NO_OVERHEAD, BySize.NO_OVERHEAD, 0, 0, false, null, null);
    }

    /**
     * SMPI's link inside a node, which messages do not share ("loopback"): latency x factor, then bytes over bandwidth
     * x factor.
     *
     * @param bandwidth bytes per second, finite, > 0
     * @param latency seconds, finite, >= 0
     * @param bandwidthFactors bandwidth factors by size, > 0
     */
    public record Local(double bandwidth, double latency, BySize bandwidthFactors, BySize latencyFactors) {
        double seconds(double bytes) {
            return latencyFactors.factor(bytes) * latency + bytes / (bandwidthFactors.factor(bytes) * bandwidth);
        }
    }
}
