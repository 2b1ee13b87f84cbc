package org.tailback.model.sharing.proportional;

import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.model.sharing.host.HostLimited;
import org.tailback.model.topology.HostLimits;
import org.tailback.model.topology.RackLinks;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Labels;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * Sharing model of TCP connections through switches that drop packets: proportional fairness, acknowledgements on the
 * links, and receivers that are delayed by their own sends. The model is Tailback's own, not from a paper.
 *
 * <p><b>Prediction.</b> The slowdown of messages of megabytes that leave the same nodes or enter the same nodes. Four
 * observations on measured graphs (docs/models/tcp-proportional.md) deviate from fair sharing:
 *
 * <ol>
 *   <li>A message with two bottlenecks gets less than a fair share of either, and its competitors get the remainder:
 *       the buffers at both bottlenecks drop its packets. That is proportional fairness (Kelly 1997): the sum of
 *       ln(rate) is maximal.
 *   <li>Acknowledgements use the direction opposite to the data: a node that receives and sends has the full rate in
 *       neither direction.
 *   <li>Some nodes receive messages that exceed their capacity and send two messages or more themselves. At such a
 *       node, acknowledgements wait behind its own data, and the senders recover slowly from losses. The node then
 *       receives only 1 / (1 + r) of its rate. If its senders also serve other receivers, and the sum of their shares
 *       1/outdegree is at most 1, no packets are lost and the node is not delayed: messages between all pairs of 4
 *       nodes take about 3 times as long as one uncontended message.
 *   <li>Messages that compete at their receiver lose packets there, whereas messages that share only their sender's
 *       card wait without loss. At a sender with both kinds of messages, a message without loss has the larger share:
 *       weight 1 instead of w.
 * </ol>
 *
 * <p><b>Equations.</b> x(e) is the rate of message e relative to its uncontended rate, a the acknowledgement share, u
 * the unevenness, r the receiver delay, w the contended weight. The x maximise sum over e of w(e) ln x(e) subject to,
 * for every node v,
 *
 * <pre>
 * sum of x over messages leaving v  + a * sum of x over messages entering v &lt;= g(messages leaving v)
 * sum of x over messages entering v + a * sum of x over messages leaving v  &lt;= c(v)
 * g(n) = 1 / (1 - u (n - 1) / n)
 * w(e) = 1,  c(v) = g(messages entering v)            if all messages that enter the receiver of e, or v, come from one
 *                                                     node
 * w(e) = w,  c(v) = g(messages entering v) / (1 + r)  otherwise, if v sends two messages or more and the sum of
 *                                                     1/outdegree(source) over the messages that enter v is above 1
 *            c(v) = g(messages entering v)            otherwise
 * penalty(e) = 1 / x(e)
 * </pre>
 *
 * With a price p on every constraint, 0 where it is not tight, x(e) = w(e) / (p(out of s) + p(in of d) + a (p(in of s)
 * + p(out of d))) for e = (s, d).
 *
 * <p><b>Racks.</b> The rates of messages between racks also respect the links above the racks, whose capacity is R
 * times a node's. The rates are max-min fair under x(e) &lt;= the x above and sum of x over messages leaving a rack
 * &lt;= R, and the same for messages entering a rack. Bandwidth that a message loses to a rack's link is not given to
 * other messages.
 *
 * <p><b>Unevenness.</b> Connections at one port share it unevenly, randomly, and differently in every run: one
 * connection ends early, and the remaining connections then have higher rates. If n equal messages share a port by
 * weights, message i ends after 1 + sum over the other messages j of min(1, weight(j) / weight(i)) uncontended times.
 * If 1 - u is the mean of that minimum, the mean of the times is n (1 - u (n - 1) / n). g(n) scales the rates to
 * reproduce these means. Therefore a port's capacity appears exceeded, and the predicted end of the last message is
 * early by the same factor.
 *
 * <p><b>Worked example</b> ({@code TcpProportionalTest}). a = u = r = 0, w = 1, messages a:0>1 b:0>2 c:3>2. b is
 * limited at both ends: prices p at node 0 and q at node 2, 1/p + 1/(p+q) = 1 and 1/q + 1/(p+q) = 1, so p = q = 3/2: a
 * and c get 2/3, b 1/3 (fair sharing: 1/2 each). With w = 1/2, a:0>1 b:0>2 c:3>2 d:3>4 get 2/3, 1/3, 1/3, 2/3: the
 * capacity of node 2 is not exhausted (fair sharing: 1/2 each). With the default parameters two messages in opposite
 * directions get 1 / (1 + a) each.
 *
 * <p><b>Accuracy.</b> {@code docs/models/tcp-proportional.md} lists the errors on graphs that were not fitted, next to
 * the errors on the fitted graphs; {@code ModelFitTest} and {@code MeasuredTcpTest} verify them.
 *
 * <p><b>Assumptions; when not to use it.</b> One switch, or one switch per rack and one above the racks, equal cards,
 * loss-based TCP without pause frames, messages long enough that rates settle. The parameters depend on buffers,
 * bandwidth and the TCP in use: fit them ({@code tailback fit model}). Rates do not depend on the past, whereas TCP's
 * windows do: a message that shared two bottlenecks stays slow for some time after its competitor has ended, and a
 * previously used connection may behave differently from a new one.
 *
 * <p><b>Cost.</b> After a change, the affected connected component is solved by Newton's method on the prices ({@link
 * ProportionalFairness}), O(pairs of nodes with messages) for each iteration of conjugate gradients. Where many
 * messages share nodes, prices change little, and about 15 iterations from the former prices suffice: 0.3 ms for 8,000
 * pairs. Components with fewer than about 1,300 pairs start from a guess and need about 60 iterations, more in long
 * chains. Each such component is solved once: if it recurs with its messages in the same order, its solution is looked
 * up, even with other nodes. Rates are exact to about 1e-12, and depend on earlier components in their last digits
 * only.
 *
 * <p>Proportional fairness: F. Kelly: Charging and rate control for elastic traffic. European Transactions on
 * Telecommunications 8, 1997.
 *
 * @param acknowledgementShare a: capacity of the opposite direction that acknowledgements take per unit of data, 0 to
 *     0.5
 * @param unevenness u, 0 to 0.5
 * @param receiverDelay r, finite, >= 0
 * @param contendedWeight w, 0.05 to 1
 * @param rackLink capacity of the link above a rack, relative to the capacity of a node's link; 0 on one switch
 */
public record TcpProportional(
        double acknowledgementShare, double unevenness, double receiverDelay, double contendedWeight, double rackLink)
        implements SharingModel {
    private static final ParameterTable NUMBERS = ParameterTable.of("""
            acknowledgement-share | 0.0343 | >= 0 and <= 0.5 | share of the opposite direction that acknowledgements \
            take | a
            unevenness | 0.0422 | >= 0 and <= 0.5 | reduction of the mean end time of messages that share a port \
            unevenly | u
            receiver-delay | 0.341 | >= 0 | slowdown of an overloaded receiver that has several senders and \
            sends two messages or more | r
            contended-weight | 0.489 | >= 0.05 and <= 1 | weight of messages that share their receiver with messages \
            from other nodes | w
            rack-link | | >= 0 | capacity of the link above a rack, relative to a node's link; needed for clusters \
            of racks""");

    /**
     * Model fitted to TCP over token buckets of 50 Mbit/s (docs/models/tcp-proportional.md): {@link Regime#LONG_QUEUE}.
     */
    public static final TcpProportional DEFAULT = new TcpProportional(NUMBERS.defaults());

    private TcpProportional(double[] numbers) {
        this(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    }

    /** Creates the model for one switch. */
    public TcpProportional(
            double acknowledgementShare, double unevenness, double receiverDelay, double contendedWeight) {
        this(acknowledgementShare, unevenness, receiverDelay, contendedWeight, 0);
    }

    /** Checks the domains of the parameters. */
    public TcpProportional {
        NUMBERS.check(acknowledgementShare, unevenness, receiverDelay, contendedWeight, rackLink);
    }

    @Override
    public String name() {
        return Provider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        BandwidthSharing nodes = new TcpProportionalSharing(this, cluster.nodes());
        int racks = cluster.racks().size();
        if (racks > 1 && rackLink == 0) {
            throw new InputException(
                    "tcp-proportional needs the capacity of the link above a rack, as the platform has "
                            + racks
                            + " racks: set rack-link relative to a node's link, such as rack-link: 4. For networks of"
                            + " more levels use max-min");
        }
        return racks > 1 ? HostLimited.on(nodes, new RackLinks(cluster, rackLink, 1), cluster, seed) : nodes;
    }

    /** Returns g(n), the capacity of a port with n messages. */
    double capacity(int messages) {
        return 1 / (1 - unevenness * (messages - 1) / messages);
    }

    /** Provider of {@link TcpProportional}. */
    public static final class Provider implements SharingModelProvider {
        static final String NAME = "tcp-proportional";

        @Override
        public Description description() {
            return ParameterTable.of(
                            "regime | long-queue | effect of a host's queue on acknowledgements, which determines the"
                                    + " defaults of the other parameters: "
                                    + String.join(", ", Labels.all(Regime.class)))
                    .and(NUMBERS)
                    .and(HostLimits.DUPLEXES)
                    .describe(
                            NAME,
                            "TCP through one switch that drops packets: proportional fairness, acknowledgements,"
                                    + " slowed receivers",
                            "Tailback's own (docs/models/tcp-proportional.md)");
        }

        @Override
        public SharingModel create(Settings settings) {
            TcpProportional standard = settings.has("regime")
                    ? settings.choice("regime", Regime.class).model()
                    : DEFAULT;
            double[] numbers = NUMBERS.read(
                    settings,
                    standard.acknowledgementShare(),
                    standard.unevenness(),
                    standard.receiverDelay(),
                    standard.contendedWeight(),
                    0);
            return HostLimited.around(new TcpProportional(numbers), HostLimits.read(settings), 1);
        }
    }

    /**
     * Effects of a host's own queue on acknowledgements, as sets of parameters of {@link TcpProportional}
     * (docs/models/tcp-proportional.md).
     */
    public enum Regime {
        /** Queue longer than the buffers of switches and invisible to TCP: acknowledgements wait behind data. */
        LONG_QUEUE(DEFAULT),
        /** Queue visible to TCP, which keeps it short: acknowledgements do not wait. */
        SHORT_QUEUE(new TcpProportional(0.0303, 0.0881, 0, 0.7995)),
        /** Long queue in which acknowledgements overtake data. */
        ACKNOWLEDGEMENTS_FIRST(new TcpProportional(0.0229, 0.0614, 0.0225, 0.726));

        private final TcpProportional model;

        Regime(TcpProportional model) {
            this.model = model;
        }

        /** Returns the model with the parameters of this regime. */
        public TcpProportional model() {
            return model;
        }
    }
}
