package org.tailback.model.sharing.gigabit;

import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.ParameterTable;
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
 * <p><b>Prediction.</b> The slowdown of a message by the other messages that leave its source node or enter its
 * destination node. Conflicts with strongly congested partners cost more than a proportional share.
 *
 * <p><b>Equations</b> ([1] section V.A, definition 1). For a message e = (s, d) in flight:
 *
 * <pre>
 * Do = messages that leave s                      Di = messages that go to d
 * strongly slow outgoing: messages of Do to the destinations with the most messages;    co = their number
 * strongly slow incoming: messages of Di from the sources with the most messages;       ci = their number
 * po = 1                                        if Do = 1
 *    = Do * beta * (1 + gamma_o * (Do - co))    if e is strongly slow outgoing
 *    = Do * beta * (1 - gamma_o / co)           otherwise
 * pi = the same with Di, ci, gamma_i
 * penalty = max(po, pi)
 * </pre>
 *
 * <p><b>Worked example</b> ([1] Fig. 4, in GigabitEthernetTest): {@code a:0>1 b:0>2 c:0>3 d:1>2 e:1>3 f:2>3}, 4 MB
 * each, 0.0475 s when uncontended. At first only c is strongly slow at node 0 (node 3 receives three messages), so
 * po(c) = 3*0.75*(1 + 0.115*2) = 2.7675 and po(a) = po(b) = 3*0.75*(1 - 0.115) = 1.99125; d has pi = 2*0.75*(1 - 0.036)
 * = 1.446. Penalties are recomputed at each end; the times are 0.0946 0.0946 0.1128 0.0687 0.1033 0.1033 s (printed:
 * 0.095 0.095 0.113 0.069 0.103 0.103).
 *
 * <p><b>Assumptions; when not to use it.</b> Messages of megabytes through one non-blocking switch; the defaults were
 * fitted to one cluster (Broadcom BCM 5704 cards, MPICH): refit them for other clusters (beta from stars of messages
 * out of one node, gammas from the graph above). The model has neither racks nor up-links. According to the paper, the
 * model is optimistic for complete graphs.
 *
 * <p><b>Gaps of the paper.</b> "then" is printed twice; the second branch applies to the other messages. Small beta or
 * large gamma can result in penalties below 1, faster than uncontended: such penalties are raised to 1 and counted in
 * the warnings ({@code GigabitEthernetTest.penalty_belowOne_isRaisedAndCounted}).
 *
 * <p><b>Cost.</b> A start or an end affects the messages up to two shared nodes away, which costs O(degree squared),
 * independent of all other messages. Messages between the same two nodes count as one. No memory is allocated.
 *
 * <p>[1] J. Vienne, M. Martinasso, J.-M. Vincent, J.-F. Mehaut: Predictive models for bandwidth sharing in high
 * performance clusters. IEEE Cluster 2008.
 *
 * @param beta penalty per message that shares the card (the paper's beta), > 0
 * @param outgoingGamma influence of strongly slow messages at the source (gamma_o), >= 0 and &lt; 1
 * @param incomingGamma influence of strongly slow messages at the destination (gamma_i), >= 0 and &lt; 1
 */
public record GigabitEthernet(double beta, double outgoingGamma, double incomingGamma) implements SharingModel {
    private static final ParameterTable NUMBERS = ParameterTable.of("""
            beta | 0.75 | > 0 | penalty per message that shares a card | beta
            outgoing-gamma | 0.115 | >= 0 and < 1 | weight of strongly slow outgoing messages | gamma_o
            incoming-gamma | 0.036 | >= 0 and < 1 | weight of strongly slow incoming messages | gamma_i""");

    /** Model with the parameters of the paper's cluster. */
    public static final GigabitEthernet DEFAULT = new GigabitEthernet(NUMBERS.defaults());

    /** Checks the domains of the parameters. */
    public GigabitEthernet {
        NUMBERS.check(beta, outgoingGamma, incomingGamma);
    }

    private GigabitEthernet(double[] numbers) {
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

    /** Provider of {@link GigabitEthernet}. */
    public static final class Provider implements SharingModelProvider {
        static final String NAME = "gigabit-ethernet";

        @Override
        public Description description() {
            return NUMBERS.and(HostLimits.DUPLEXES)
                    .describe(
                            NAME,
                            "Gigabit Ethernet penalties: TCP through one switch, three fitted parameters",
                            "Vienne, Martinasso, Vincent, Mehaut, IEEE Cluster 2008, section V.A");
        }

        @Override
        public SharingModel create(Settings settings) {
            return HostLimited.around(new GigabitEthernet(NUMBERS.read(settings)), HostLimits.read(settings), 1);
        }
    }

    /**
     * Rates of one network under {@link GigabitEthernet}. Each direction of a node has the largest number of messages
     * at the other ends and the two resulting penalties.
     */
    private static final class State extends PenaltySharing {
        private final GigabitEthernet model;
        private final Direction outgoing;
        private final Direction incoming;

        State(GigabitEthernet model, int nodes) {
            super(nodes);
            this.model = model;
            outgoing = new Direction("outgoing", model.outgoingGamma(), nodes);
            incoming = new Direction("incoming", model.incomingGamma(), nodes);
        }

        /** Penalties of every node's messages in one direction. */
        private final class Direction {
            private final String name;
            private final double gamma;
            /** Largest degree of the other ends, by node; messages to such an end are strongly slow. */
            private final int[] largest;
            /** Number of messages to other ends of the largest degree, by node. */
            private final int[] stronglySlow;

            private final double[] strong;
            private final double[] weak;

            Direction(String name, double gamma, int nodes) {
                this.name = name;
                this.gamma = gamma;
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

            void end(int node, int degree) {
                double all = degree * model.beta();
                strong[node] = degree <= 1 ? 1 : all * (1 + gamma * (degree - stronglySlow[node]));
                weak[node] = degree <= 1 ? 1 : all * (1 - gamma / stronglySlow[node]);
            }

            double penalty(int node, int degreeOfOtherEnd) {
                return degreeOfOtherEnd == largest[node] ? strong[node] : weak[node];
            }

            Explanation explain(int node, int degree, int degreeOfOtherEnd) {
                double value = penalty(node, degreeOfOtherEnd);
                Explanation messages = Explanation.leaf(name + " messages of the node", degree);
                if (degree == 1) {
                    return Explanation.of(name, value, "1: the only " + name + " message of its node", messages);
                }
                return Explanation.of(
                        name,
                        value,
                        degreeOfOtherEnd == largest[node]
                                ? "messages * beta * (1 + gamma * (messages - strongly slow)): a strongly slow message"
                                : "messages * beta * (1 - gamma / strongly slow): not a strongly slow message",
                        messages,
                        Explanation.leaf("beta", model.beta()),
                        Explanation.leaf("gamma", gamma),
                        Explanation.leaf("strongly slow", stronglySlow[node]));
            }
        }

        @Override
        protected void solve(Part part) {
            for (int i = 0; i < part.links(); i++) {
                sumUp(part.link(i));
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

        private void sumUp(int link) {
            boolean isSource = isSource(link);
            int node = isSource ? link : destinationOf(link);
            Direction direction = isSource ? outgoing : incoming;
            direction.largest[node] = 0;
            for (int k = crossings.count(link); --k >= 0; ) {
                int batch = crossings.flowOf(crossings.on(link)[k]);
                int degreeOfOtherEnd = isSource ? inDegree(destination(batch)) : outDegree(source(batch));
                direction.count(node, degreeOfOtherEnd, messages(batch));
            }
            direction.end(node, messagesOn(link));
        }

        @Override
        protected Explanation explainPenalty(int batch) {
            int out = outDegree(source(batch));
            int in = inDegree(destination(batch));
            return largerOf(
                    batch, outgoing.explain(source(batch), out, in), incoming.explain(destination(batch), in, out));
        }

        @Override
        public List<String> warnings() {
            return warningOfRaised(Provider.NAME, "fit beta and the gammas to the network");
        }
    }
}
