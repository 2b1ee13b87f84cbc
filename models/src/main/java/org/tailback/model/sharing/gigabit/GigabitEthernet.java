package org.tailback.model.sharing.gigabit;

import com.google.common.base.Preconditions;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * Penalties of TCP over Gigabit Ethernet on one switch, after Vienne et al. [1].
 *
 * <p><b>What it predicts.</b> How many times slower a message progresses because of the other messages that leave its
 * source node or go to its destination node. Conflicts with strongly congested partners cost more than their share.
 *
 * <p><b>Equations</b> ([1] section V.A, definition 1). For the message e = (s, d) among those in flight:
 *
 * <pre>
 * Do = messages that leave s                      Di = messages that go to d
 * strongly slow outgoing: those leaving s whose destination receives the most messages; co = their number
 * strongly slow incoming: those going to d whose source sends the most messages;        ci = their number
 * po = 1                                        if Do = 1
 *    = Do * beta * (1 + gamma_o * (Do - co))    if e is strongly slow outgoing
 *    = Do * beta * (1 - gamma_o / co)           otherwise
 * pi = the same with Di, ci, gamma_i
 * penalty = max(po, pi)
 * </pre>
 *
 * <p><b>Worked example</b> ([1] Fig. 4, in GigabitEthernetTest): {@code a:0>1 b:0>2 c:0>3 d:1>2 e:1>3 f:2>3}, 4 MB
 * each, 0.0475 s alone. At first c alone is strongly slow at node 0 (node 3 receives three messages), so po(c) =
 * 3*0.75*(1 + 0.115*2) = 2.7675 and po(a) = po(b) = 3*0.75*(1 - 0.115) = 1.99125; d has pi = 2*0.75*(1 - 0.036) =
 * 1.446. Penalties are recomputed at each end; the times are 0.0946 0.0946 0.1128 0.0687 0.1033 0.1033 s (printed:
 * 0.095 0.095 0.113 0.069 0.103 0.103).
 *
 * <p><b>Assumptions; when not to use it.</b> Messages of megabytes through one non-blocking switch; the defaults are
 * those of one cluster (Broadcom BCM 5704 cards, MPICH): fit your own (beta from stars of messages out of one node,
 * gammas from the graph above). It knows neither racks nor up-links. The paper calls it optimistic for complete graphs.
 *
 * <p><b>Where the paper is silent.</b> It prints "then" twice; the second branch is the one of the other messages.
 * Small beta or large gamma can give penalties below 1, faster than alone: they are raised to 1 and counted in the
 * warnings ({@code GigabitEthernetTest.penalty_belowOne_isRaisedAndCounted}).
 *
 * <p><b>Cost.</b> A start or an end touches the messages that share a node with a message that shares a node with it:
 * O(degree squared), independent of all others, where messages between the same two nodes count as one; no allocation.
 *
 * <p>[1] J. Vienne, M. Martinasso, J.-M. Vincent, J.-F. Mehaut: Predictive models for bandwidth sharing in high
 * performance clusters. IEEE Cluster 2008.
 *
 * @param beta penalty per message that shares the card (the paper's beta), > 0
 * @param outgoingGamma influence of strongly slow messages at the source (gamma_o), >= 0 and &lt; 1
 * @param incomingGamma influence of strongly slow messages at the destination (gamma_i), >= 0 and &lt; 1
 */
public record GigabitEthernet(double beta, double outgoingGamma, double incomingGamma) implements SharingModel {
    /** The parameters of the paper's cluster. */
    public static final GigabitEthernet DEFAULT = new GigabitEthernet(0.75, 0.115, 0.036);

    /** Checks the domains. */
    public GigabitEthernet {
        Preconditions.checkArgument(
                beta > 0 && beta < Double.POSITIVE_INFINITY, "beta must be finite and > 0: %s", beta);
        Preconditions.checkArgument(
                outgoingGamma >= 0 && outgoingGamma < 1, "outgoing gamma must be >= 0 and < 1: %s", outgoingGamma);
        Preconditions.checkArgument(
                incomingGamma >= 0 && incomingGamma < 1, "incoming gamma must be >= 0 and < 1: %s", incomingGamma);
    }

    @Override
    public String name() {
        return GigabitEthernetProvider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new GigabitEthernetSharing(this, cluster.nodes());
    }
}
