package org.tailback.model.sharing.proportional;

import com.google.common.base.Preconditions;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * TCP connections through one switch whose buffers drop: proportional fairness, acknowledgements in the way, and receivers that
 * lose time by sending. A model of Tailback's own, not of a paper.
 *
 * <p><b>What it predicts.</b> How many times slower messages of megabytes are that leave the same nodes or go to the same nodes.
 * Three observations on measured graphs (docs/models/tcp-proportional.md) go beyond fair sharing:
 *
 * <ol>
 *   <li>A message with two bottlenecks gets less than a fair share of either, and those it competes with get the rest: the
 *       buffers at both drop its packets. That is proportional fairness (Kelly 1997): the sum of ln(rate) is greatest.
 *   <li>Acknowledgements use the direction opposite to the data: a node that receives and sends does neither at full rate.
 *   <li>Where messages of several senders meet at a node that sends k messages itself, acknowledgements wait behind its own data,
 *       the senders recover slowly from losses, and the node receives less: 1 / (1 + r (k - 1)) of its rate. Where all come from
 *       one sender nothing is lost, but the acknowledgements wait, too: 1 / (1 + s (k - 1)^2).
 * </ol>
 *
 * <p><b>Equations.</b> x(e) is the rate of message e relative to its rate alone, a the acknowledgement share, u the incoming gain, r
 * the receiver delay, s the lone receiver delay. The x maximise sum over e of ln x(e) subject to, for every node v,
 *
 * <pre>
 * sum of x over messages leaving v  + a * sum of x over messages entering v &lt;= 1
 * sum of x over messages entering v + a * sum of x over messages leaving v  &lt;= c(v)
 * c(v) = 1 / (1 + s max(0, k(v) - 1)^2)                 if all messages entering v come from one node
 *      = (1 + u) / (1 + r max(0, k(v) - 1))             otherwise; k(v): messages leaving v
 * penalty(e) = 1 / x(e)
 * </pre>
 *
 * With a price p on every constraint, 0 where it is not tight, x(e) = 1 / (p(out of s) + p(in of d) + a (p(in of s) + p(out of d))) for
 * e = (s, d).
 *
 * <p><b>Incoming gain.</b> Connections that meet at a receiver share it unevenly, by chance, and differently in every run: one ends
 * early, the others catch up. The mean of their times is 2 to 7 % below that of even sharing. u makes the rates such that the means
 * come out; a receiver's capacity appears exceeded by u, and the last message to end is predicted early by as much.
 *
 * <p><b>Worked example</b> ({@code TcpProportionalTest}). a = u = r = s = 0, messages a:0>1 b:0>2 c:3>2. b is limited at both ends:
 * prices p at node 0 and q at node 2, 1/p + 1/(p+q) = 1 and 1/q + 1/(p+q) = 1, so p = q = 3/2: a and c get 2/3, b 1/3 (fair sharing:
 * 1/2 each). With the default parameters two messages in opposite directions get 1/(1 + 0.0256) = 0.975 each.
 *
 * <p><b>Fitted and judged</b> ({@code ModelFitTest}): on 23 graphs of 8 nodes at 50 Mbit/s the mean error is 2.3 % per graph and 3.2 % per
 * message; on graphs left out of the fit 2.6 and 3.7 %, where max-min sharing with its best constant is off by 6.7 and 8.7 %, the
 * Gigabit Ethernet penalties fitted to the same graphs by 4.9 and more than 6 %, and no contention at all by 42 %. The defaults are that fit.
 *
 * <p><b>Assumptions; when not to use it.</b> One switch, equal cards, loss-based TCP without pause frames, messages long enough
 * that rates settle. a, u, r and s depend on buffers, bandwidth and the TCP in use: fit them ({@code tailback fit model}). Receivers that
 * send three or more messages are an extrapolation. Rates do not depend on the past, while TCP's windows do: a message
 * that shared two bottlenecks stays slow for a while after its competitor ended.
 *
 * <p><b>Cost.</b> A change solves the connected part of the graph that it touches by an interior-point method: some 20 rounds, each
 * O(R^3) for R busy directions of nodes up to {@value ProportionalFairness#DENSE}, beyond that by conjugate gradients, O(messages)
 * times their number of rounds. Rates are exact to about 1e-9.
 *
 * <p>Proportional fairness: F. Kelly: Charging and rate control for elastic traffic. European Transactions on
 * Telecommunications 8, 1997.
 *
 * @param acknowledgementShare a: what acknowledgements take of the opposite direction per unit of data, 0 to 0.5
 * @param incomingGain u, 0 to 0.5
 * @param receiverDelay r, >= 0
 * @param loneReceiverDelay s, >= 0
 */
public record TcpProportional(
        double acknowledgementShare, double incomingGain, double receiverDelay, double loneReceiverDelay)
        implements SharingModel {
    /** Fitted to TCP over token buckets of 50 Mbit/s with 100 kB of buffer. */
    public static final TcpProportional DEFAULT = new TcpProportional(0.0256, 0.0451, 0.9232, 0.0447);

    /** Checks the domains. */
    public TcpProportional {
        Preconditions.checkArgument(
                acknowledgementShare >= 0 && acknowledgementShare <= 0.5,
                "acknowledgement share must be 0 to 0.5: %s",
                acknowledgementShare);
        Preconditions.checkArgument(
                incomingGain >= 0 && incomingGain <= 0.5, "incoming gain must be 0 to 0.5: %s", incomingGain);
        Preconditions.checkArgument(
                receiverDelay >= 0 && receiverDelay < Double.POSITIVE_INFINITY,
                "receiver delay must be finite and >= 0: %s",
                receiverDelay);
        Preconditions.checkArgument(
                loneReceiverDelay >= 0 && loneReceiverDelay < Double.POSITIVE_INFINITY,
                "lone receiver delay must be finite and >= 0: %s",
                loneReceiverDelay);
    }

    @Override
    public String name() {
        return TcpProportionalProvider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new TcpProportionalSharing(this, cluster.nodes());
    }

    /** c(v) of a node that receives from one other. */
    double loneReceiver(int leaving) {
        double more = Math.max(0, leaving - 1);
        return 1 / (1 + loneReceiverDelay * more * more);
    }

    /** c(v) of a node that receives from several others. */
    double sharedReceiver(int leaving) {
        return (1 + incomingGain) / (1 + receiverDelay * Math.max(0, leaving - 1));
    }
}
