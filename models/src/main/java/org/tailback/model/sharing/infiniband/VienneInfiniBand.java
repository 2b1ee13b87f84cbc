package org.tailback.model.sharing.infiniband;

import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.model.sharing.conflict.PenaltySharing;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.sharing.part.Part;

/**
 * Penalties of InfiniBand after Vienne's thesis [1], the variant that other simulators implement.
 *
 * <p><b>Prediction.</b> The slowdown of a message, from the number of messages of its source and of the senders at its
 * destination, with three fitted weights.
 *
 * <p><b>Equations.</b> For e = (s, d):
 *
 * <pre>
 * ps(e) = 1                                  if one message leaves s
 *       = outdegree(s) * beta_s * gamma      if several do and indegree(d) >= 3
 *       = outdegree(s) * beta_s              otherwise
 * ps(s) = max of ps over the messages that leave s
 * pe(e) = 1                                  if one message enters d
 *       = Phi(d) * beta_e * Omega(s, d)      otherwise; Phi = different senders to d, Omega = messages from s to d
 * penalty = max(ps(s), pe(e))
 * </pre>
 *
 * <p><b>Worked example</b> (in VienneInfiniBandTest), {@code a:0>1 b:0>2 c:0>3 d:1>2 e:1>3 f:2>3}: node 3 receives
 * three messages, so c has ps = 3*0.925*1.35 = 3.74625 and so do all messages of node 0: a, b, c have 3.74625. e has ps
 * = 2*0.925*1.35 = 2.4975, so d has 2.4975; e and f have pe = 3*0.965*1 = 2.895.
 *
 * <p><b>Meaning of the formula.</b> A message is slowed by its own nodes only: a source does not wait for its
 * competitors' other messages, unlike packets in queues with credits ({@code head-of-line}). gamma represents that wait
 * where three messages or more compete. On 20 random graphs of 8 nodes the model differs from packets by 13 % on
 * average (docs/models/head-of-line.md).
 *
 * <p><b>Assumptions; when not to use it.</b> The same as for {@link InfiniBand}. With parallel messages the product Phi
 * * Omega can be implausible as a share of bandwidth: three messages from one of two senders have the penalty
 * 2*0.965*3.
 *
 * <p><b>Cases not defined by the source.</b> Small weights can result in a penalty below 1, faster than uncontended
 * (two parallel messages from the only sender, 1*0.965*2, do not): such penalties are raised to 1 and counted in the
 * warnings.
 *
 * <p><b>Cost.</b> A start or an end at (s, d) affects the messages of s and the messages to d, and all messages of the
 * senders to d only where the number of messages to d rises to or falls below three. Messages between the same two
 * nodes count as one. No memory is allocated.
 *
 * <p>[1] J. Vienne: Prediction de performances d'applications de calcul haute performance sur reseau InfiniBand. PhD
 * thesis, University of Grenoble, 2010.
 *
 * @param incomingBeta weight of a sender at the destination (beta_e), finite, > 0
 * @param outgoingBeta weight of a message at the source (beta_s), finite, > 0
 * @param gamma factor for sources with a message to a destination that receives three or more messages, finite, > 0
 */
public record VienneInfiniBand(double incomingBeta, double outgoingBeta, double gamma) implements SharingModel {
    private static final ParameterTable NUMBERS = ParameterTable.of("""
            incoming-beta | 0.965 | > 0 | weight of a sender at the destination | beta_e
            outgoing-beta | 0.925 | > 0 | weight of a message at the source | beta_s
            gamma | 1.35 | > 0 | factor when a destination of the source receives 3 or more""");

    /** Model with the values of the thesis. */
    public static final VienneInfiniBand DEFAULT = new VienneInfiniBand(NUMBERS.defaults());

    /** Checks the domains of the parameters. */
    public VienneInfiniBand {
        NUMBERS.check(incomingBeta, outgoingBeta, gamma);
    }

    private VienneInfiniBand(double[] numbers) {
        this(numbers[0], numbers[1], numbers[2]);
    }

    @Override
    public String name() {
        return Provider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new State(this, cluster.nodes());
    }

    /** Provider of {@link VienneInfiniBand}. */
    public static final class Provider implements SharingModelProvider {
        static final String NAME = "infiniband-vienne";

        @Override
        public Description description() {
            return NUMBERS.describe(
                    NAME,
                    "InfiniBand penalties with fitted weights for senders and receivers, as implemented in SimGrid",
                    "Vienne, PhD thesis, Grenoble 2010");
        }

        @Override
        public SharingModel create(Settings settings) {
            return new VienneInfiniBand(NUMBERS.read(settings));
        }
    }

    /**
     * Rates of one network, where a penalty is the larger of the penalties at the message's source and destination.
     */
    private static final class State extends PenaltySharing {
        /** Smallest in-degree at which {@code gamma} applies to the destination's senders. */
        private static final int CROWDED = 3;

        private final VienneInfiniBand model;

        State(VienneInfiniBand model, int nodes) {
            super(nodes);
            this.model = model;
        }

        @Override
        protected void solve(Part part) {
            for (int i = 0; i < part.links(); i++) {
                int node = part.link(i);
                if (isSource(node)) {
                    double outgoing = outgoing(node);
                    for (int k = leaving(node); --k >= 0; ) {
                        setPenalty(leaving(node, k), Math.max(outgoing, incoming(leaving(node, k))));
                    }
                }
            }
        }

        private double outgoing(int node) {
            int degree = outDegree(node);
            double penalty = degree <= 1 ? 1 : degree * model.outgoingBeta();
            // the largest penalty of the node's messages counts
            return degree > 1 && hasCrowdedDestination(node) ? Math.max(penalty, penalty * model.gamma()) : penalty;
        }

        private boolean hasCrowdedDestination(int node) {
            for (int i = leaving(node); --i >= 0; ) {
                if (inDegree(destination(leaving(node, i))) >= CROWDED) {
                    return true;
                }
            }
            return false;
        }

        /** Returns the penalty at the destination; every batch to a node has a different sender. */
        private double incoming(int batch) {
            int destination = destination(batch);
            return inDegree(destination) == 1 ? 1 : entering(destination) * model.incomingBeta() * messages(batch);
        }

        @Override
        protected Explanation explainPenalty(int batch) {
            int source = source(batch);
            int destination = destination(batch);
            int degree = outDegree(source);
            String formula = degree <= 1
                    ? "1: the only message of its source"
                    : outgoing(source) == degree * model.outgoingBeta()
                            ? "messages * beta_s"
                            : "messages * beta_s * gamma: a destination receives 3 or more";
            Explanation outgoing = Explanation.of(
                    "outgoing",
                    outgoing(source),
                    formula,
                    Explanation.leaf("outgoing messages of node " + source, degree),
                    Explanation.leaf("beta_s", model.outgoingBeta()),
                    Explanation.leaf("gamma", model.gamma()));
            boolean isOnly = inDegree(destination) == 1;
            Explanation incoming = Explanation.of(
                    "incoming",
                    incoming(batch),
                    isOnly ? "1: the only message to its destination" : "senders * beta_e * parallel messages",
                    Explanation.leaf("different senders to node " + destination, entering(destination)),
                    Explanation.leaf("beta_e", model.incomingBeta()),
                    Explanation.leaf("parallel messages", messages(batch)));
            return largerOf(batch, outgoing, incoming);
        }

        @Override
        public List<String> warnings() {
            return warningOfRaised(Provider.NAME, "fit the betas to the network");
        }
    }
}
