package org.tailback.model.sharing.infiniband;

import com.google.common.base.Preconditions;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * Penalties of InfiniBand after Vienne's thesis [1], the variant that other simulators ship.
 *
 * <p><b>What it predicts.</b> How many times slower a message progresses, from the number of messages of its source and
 * of the senders at its destination, with three fitted weights.
 *
 * <p><b>Equations.</b> For e = (s, d):
 *
 * <pre>
 * ps(e) = 1                                  if one message leaves s
 *       = outdegree(s) * beta_s * gamma      if several do and indegree(d) >= 3
 *       = outdegree(s) * beta_s              otherwise
 * ps(s) = max of ps over the messages that leave s
 * pe(e) = 1                                  if one message goes to d
 *       = Phi(d) * beta_e * Omega(s, d)      otherwise; Phi = different senders to d, Omega = messages from s to d
 * penalty = max(ps(s), pe(e))
 * </pre>
 *
 * <p><b>Worked example</b> (in VienneInfiniBandTest), {@code a:0>1 b:0>2 c:0>3 d:1>2 e:1>3 f:2>3}: node 3 receives
 * three messages, so c has ps = 3*0.925*1.35 = 3.74625 and node 0 with it: a, b, c 3.74625. e has ps = 2*0.925*1.35 =
 * 2.4975, so d has 2.4975; e and f have pe = 3*0.965*1 = 2.895.
 *
 * <p><b>What the formula turns out to be.</b> A message is slowed by its own nodes only: a source does not wait for
 * what its competitors send elsewhere, as packets in queues with credits do ({@code head-of-line}). gamma stands for
 * that wait where three messages or more meet. On 20 random graphs of 8 nodes it is off from packets by 13 % in the
 * mean (docs/models/head-of-line.md).
 *
 * <p><b>Assumptions; when not to use it.</b> As {@link InfiniBand}. With parallel messages the product Phi * Omega can
 * be far from any bandwidth argument: three messages from one of two senders pay 2*0.965*3.
 *
 * <p><b>Where the source is silent.</b> Weights so small that a penalty falls below 1 would make a message faster than
 * alone (a message to a destination with one sender and two parallel messages, 1*0.965*2, does not): such penalties are
 * raised to 1 and counted in the warnings.
 *
 * <p><b>Cost.</b> A start or an end at (s, d) touches the messages of s and those to d; those of the senders to d only
 * where d has now, or no longer, three messages. Messages between the same two nodes count as one. No allocation.
 *
 * <p>[1] J. Vienne: Prediction de performances d'applications de calcul haute performance sur reseau InfiniBand. PhD
 * thesis, University of Grenoble, 2010.
 *
 * @param incomingBeta weight of a sender at the destination (beta_e), finite, > 0
 * @param outgoingBeta weight of a message at the source (beta_s), finite, > 0
 * @param gamma factor for sources with a message to a destination of three or more, finite, > 0
 */
public record VienneInfiniBand(double incomingBeta, double outgoingBeta, double gamma) implements SharingModel {
    /** The thesis' values. */
    public static final VienneInfiniBand DEFAULT = new VienneInfiniBand(0.965, 0.925, 1.35);

    /** Checks the domains. */
    public VienneInfiniBand {
        check("incoming beta", incomingBeta);
        check("outgoing beta", outgoingBeta);
        check("gamma", gamma);
    }

    private static void check(String name, double value) {
        Preconditions.checkArgument(
                value > 0 && value < Double.POSITIVE_INFINITY, "%s must be finite and > 0: %s", name, value);
    }

    @Override
    public String name() {
        return VienneInfiniBandProvider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new VienneInfiniBandSharing(this, cluster.nodes());
    }
}
