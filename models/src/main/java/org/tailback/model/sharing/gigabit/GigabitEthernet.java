package org.tailback.model.sharing.gigabit;

import com.google.common.collect.Range;
import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.NumberParameter;
import org.tailback.model.sharing.conflict.PenaltySharing;
import org.tailback.model.sharing.host.HostLimited;
import org.tailback.model.topology.HostLimits;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.sharing.part.Part;

/**
 * Penalties of TCP over Gigabit Ethernet on one switch, after Vienne et al. [1].
 *
 * <p><b>Prediction.</b> The slowdown of a message by the other messages that leave its
 * source node or enter its destination node. Conflicts with strongly congested partners cost more than their share.
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
 * gammas from the graph above). It models neither racks nor up-links. The paper calls it optimistic for complete
 * graphs.
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
    private static final NumberParameter BETA =
            new NumberParameter("beta", 0.75, Range.greaterThan(0.0), "penalty per message that shares a card", "beta");
    private static final NumberParameter OUTGOING_GAMMA = new NumberParameter(
            "outgoing-gamma",
            0.115,
            Range.closedOpen(0.0, 1.0),
            "weight of strongly slow outgoing messages",
            "gamma_o");
    private static final NumberParameter INCOMING_GAMMA = new NumberParameter(
            "incoming-gamma",
            0.036,
            Range.closedOpen(0.0, 1.0),
            "weight of strongly slow incoming messages",
            "gamma_i");

    /** The parameters of the paper's cluster. */
    public static final GigabitEthernet DEFAULT =
            new GigabitEthernet(BETA.standard(), OUTGOING_GAMMA.standard(), INCOMING_GAMMA.standard());

    /** Checks the domains. */
    public GigabitEthernet {
        BETA.check(beta);
        OUTGOING_GAMMA.check(outgoingGamma);
        INCOMING_GAMMA.check(incomingGamma);
    }

    @Override
    public String name() {
        return Provider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new State(this, cluster.nodes());
    }

    /** Makes {@link GigabitEthernet}. */
    public static final class Provider implements SharingModelProvider {
        static final String NAME = "gigabit-ethernet";

        @Override
        public Description description() {
            return HostLimits.addTo(new Description(
                    NAME,
                    "Gigabit Ethernet penalties: TCP through one switch, three fitted parameters",
                    "Vienne, Martinasso, Vincent, Mehaut, IEEE Cluster 2008, section V.A",
                    NumberParameter.described(BETA, OUTGOING_GAMMA, INCOMING_GAMMA)));
        }

        @Override
        public SharingModel create(Settings settings) {
            return HostLimited.around(
                    new GigabitEthernet(
                            BETA.read(settings), OUTGOING_GAMMA.read(settings), INCOMING_GAMMA.read(settings)),
                    HostLimits.read(settings),
                    1);
        }
    }

    /**
     * A node is summed up, for each direction, by the largest number of messages at the other ends and the two
     * penalties that follow from it.
     */
    private static final class State extends PenaltySharing {
        private final GigabitEthernet model;
        private final Direction outgoing;
        private final Direction incoming;

        State(GigabitEthernet model, int nodes) {
            super(nodes);
            this.model = model;
            outgoing = new Direction(nodes);
            incoming = new Direction(nodes);
        }

        /** The penalties of every node's messages in one direction. */
        private static final class Direction {
            /** Largest degree of the other ends; messages to such an end are strongly slow. */
            final int[] largest;
            /** Number of messages to such ends. */
            final int[] stronglySlow;

            final double[] strong;
            final double[] weak;

            Direction(int nodes) {
                largest = new int[nodes];
                stronglySlow = new int[nodes];
                strong = new double[nodes];
                weak = new double[nodes];
            }

            void count(int node, int degreeOfOtherEnd, int messages) {
                if (degreeOfOtherEnd >= largest[node]) {
                    stronglySlow[node] = messages + (degreeOfOtherEnd == largest[node] ? stronglySlow[node] : 0);
                    largest[node] = degreeOfOtherEnd;
                }
            }

            void end(int node, int degree, double beta, double gamma) {
                strong[node] = degree <= 1 ? 1 : degree * beta * (1 + gamma * (degree - stronglySlow[node]));
                weak[node] = degree <= 1 ? 1 : degree * beta * (1 - gamma / stronglySlow[node]);
            }

            double penalty(int node, int degreeOfOtherEnd) {
                return degreeOfOtherEnd == largest[node] ? strong[node] : weak[node];
            }
        }

        @Override
        protected void solve(Part part) {
            for (int i = 0; i < part.links(); i++) {
                if (isSource(part.link(i))) {
                    sumUpSource(part.link(i));
                } else {
                    sumUpDestination(destinationOf(part.link(i)));
                }
            }
            for (int i = 0; i < part.links(); i++) {
                int node = part.link(i);
                for (int k = isSource(node) ? leaving(node) : 0; --k >= 0; ) {
                    int batch = leaving(node, k);
                    int destination = destination(batch);
                    double out = outgoing.penalty(node, inDegree(destination));
                    setPenalty(batch, Math.max(out, incoming.penalty(destination, outDegree(node))));
                }
            }
        }

        private void sumUpSource(int node) {
            outgoing.largest[node] = 0;
            for (int k = leaving(node); --k >= 0; ) {
                int batch = leaving(node, k);
                outgoing.count(node, inDegree(destination(batch)), messages(batch));
            }
            outgoing.end(node, outDegree(node), model.beta(), model.outgoingGamma());
        }

        private void sumUpDestination(int node) {
            incoming.largest[node] = 0;
            for (int k = entering(node); --k >= 0; ) {
                int batch = entering(node, k);
                incoming.count(node, outDegree(source(batch)), messages(batch));
            }
            incoming.end(node, inDegree(node), model.beta(), model.incomingGamma());
        }

        private double outgoingPenalty(int batch) {
            return outgoing.penalty(source(batch), inDegree(destination(batch)));
        }

        private double incomingPenalty(int batch) {
            return incoming.penalty(destination(batch), outDegree(source(batch)));
        }

        @Override
        protected Explanation explainPenalty(int batch) {
            Explanation out = explainSide(
                    "outgoing",
                    outgoingPenalty(batch),
                    outDegree(source(batch)),
                    outgoing,
                    source(batch),
                    inDegree(destination(batch)),
                    model.outgoingGamma());
            Explanation in = explainSide(
                    "incoming",
                    incomingPenalty(batch),
                    inDegree(destination(batch)),
                    incoming,
                    destination(batch),
                    outDegree(source(batch)),
                    model.incomingGamma());
            boolean belowOne = Math.max(out.value(), in.value()) < 1;
            return Explanation.of(
                    "penalty",
                    penalty(batch),
                    belowOne ? "max(1, outgoing, incoming): not faster than alone" : "max(outgoing, incoming)",
                    out,
                    in);
        }

        private Explanation explainSide(
                String direction,
                double value,
                int degree,
                Direction side,
                int node,
                int degreeOfOtherEnd,
                double gamma) {
            Explanation messages = Explanation.leaf(direction + " messages of the node", degree);
            if (degree == 1) {
                return Explanation.of(direction, value, "1: the only " + direction + " message of its node", messages);
            }
            boolean stronglySlow = degreeOfOtherEnd == side.largest[node];
            return Explanation.of(
                    direction,
                    value,
                    stronglySlow
                            ? "messages * beta * (1 + gamma * (messages - strongly slow)): a strongly slow message"
                            : "messages * beta * (1 - gamma / strongly slow): not a strongly slow message",
                    messages,
                    Explanation.leaf("beta", model.beta()),
                    Explanation.leaf("gamma", gamma),
                    Explanation.leaf("strongly slow", side.stronglySlow[node]));
        }

        @Override
        public List<String> warnings() {
            return warningOfRaised(Provider.NAME, "fit beta and the gammas to the network");
        }
    }
}
