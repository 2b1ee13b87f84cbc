package org.tailback.model.sharing.infiniband;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.model.sharing.conflict.PenaltySharing;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Labels;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.sharing.part.Part;

/**
 * Penalties of InfiniBand on one switch, after Martinasso and Mehaut [1].
 *
 * <p><b>Prediction.</b> The slowdown of a message. The card shares its bandwidth equally among the messages that leave
 * a node; a message that competes at its destination waits for credits, and the back pressure slows all messages of its
 * source equally: every message that leaves a node has the same penalty.
 *
 * <p><b>Equations</b> ([1] formula (4)). For e = (s, d), with comp(e) the messages to d from sources other than s:
 *
 * <pre>
 * rho(e) = outdegree(s) + max over the messages that leave s of k
 * (a) k = 0           if indegree(d) = 1, or if indegree(d) &lt;= outdegree(s) and every competitor's source has
 *                     outdegree(s) messages too
 * (b) k = 1/(R - 1)   if outdegree(s) = 1 and every competitor's source (there is one) has several messages;
 *                     R = floor(largest rho of the competitors)
 * (c) k = sum of 1/outdegree(s'') over the messages e' that leave s and over the competitors (s'', d') of e'
 * </pre>
 *
 * <p><b>Worked example</b> ([1] Fig. 3, in InfiniBandTest): {@code a:0>1 b:0>2 c:0>3 d:4>3 e:4>5 f:6>5}. c competes
 * with d, whose source sends two: k = 1/2, so a, b, c have 3 + 1/2 = 3.5. d competes with c (1/3), e with f (1): d and
 * e have 2 + 4/3 = 10/3. f is the only message of its source and competes with e: R = floor(10/3) = 3, so f has 1 + 1/2
 * = 1.5. When f ends, d and e have 7/3; when they end, a, b, c have 3. With 20 MiB that take 10.706 ms when
 * uncontended, f ends after 16.0590 ms, d and e after 29.7984 ms, a, b, c after 36.3749 ms.
 *
 * <p><b>Meaning of the formula.</b> Packets in queues with credits ({@code head-of-line}) follow the same rules, and
 * the items are approximations of them. (c): a round of the source takes one slot for each of its messages, and another
 * slot for each competitor at the head of its queue at that time; the probability is 1/outdegree of the competitor's
 * source if that source never waits. The round therefore takes outdegree(s) + the sum of 1/outdegree(s''), which is
 * exact in {@code 0>1 0>2 3>2}. (b): the competitors take 1/R of the link into d and leave 1 - 1/R, which is a penalty
 * of R/(R - 1) = 1 + 1/(R - 1). (a): sources with equal numbers of messages reach lock step, in which no packet waits.
 * The mean error for the times measured in [1] Fig. 4 is 3.3 % for this formula and 0.3 % for packets; on 20 random
 * graphs of 8 nodes the formula differs from packets by 4 % (docs/models/head-of-line.md).
 *
 * <p><b>Assumptions; when not to use it.</b> Messages of megabytes, one switch with full internal bandwidth, static
 * routing without collisions (the paper is restricted to nine nodes of one switch). There are no parameters except the
 * bandwidth: the formula was fitted to Mellanox ConnectX cards with Open MPI 1.2.7.
 *
 * <p><b>Where the paper is ambiguous.</b> Item (a) is garbled: "or indegree = 0" is interpreted as "or the message has
 * no competitor". Item (b)'s R is rounded down, the only simple interpretation that reproduces all printed times;
 * {@link CompetitorRule} lists the alternatives. Item (b) has no feedback, since the competitors of such a message are
 * of kind (a) or (c). The penalty [1.5] of e in graph A of Fig. 4 is a misprint: its printed time 0.013382 s is 1.25
 * times the reference ({@code InfiniBandTest.martinasso_figure4GraphA}).
 *
 * <p><b>Cost.</b> A start or an end costs O(pairs of nodes with messages) in the connected component of the graph. The
 * cost of a changed penalty is independent of the number of messages between two nodes. No memory is allocated.
 *
 * <p><b>Rounding.</b> Sums are doubles. Rounding down in (b) treats a penalty within a relative 1e-9 of a whole number
 * as that number; a warning counts the cases that rounding errors do not explain.
 *
 * <p>[1] M. Martinasso, J.-F. Mehaut: A contention-aware performance model for HPC-based networks: a case study of the
 * InfiniBand network. Euro-Par 2011, LNCS 6852, pages 91-102.
 *
 * @param competitorRule interpretation of item (b)
 */
public record InfiniBand(CompetitorRule competitorRule) implements SharingModel {
    /** Model with the rule that reproduces the printed times. */
    public static final InfiniBand DEFAULT = new InfiniBand(CompetitorRule.FLOOR);

    /** Checks that there is a rule. */
    public InfiniBand {
        Objects.requireNonNull(competitorRule, "competitorRule");
    }

    @Override
    public String name() {
        return Provider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new State(competitorRule, cluster.nodes());
    }

    /** Provider of {@link InfiniBand}. */
    public static final class Provider implements SharingModelProvider {
        static final String NAME = "infiniband";
        private static final ParameterTable TABLE = ParameterTable.of(
                "competitor-rule | floor | item (b), single messages against shared sources: floor, exact or none");

        @Override
        public Description description() {
            return TABLE.describe(
                    NAME,
                    "InfiniBand penalty graph: one switch, credit-based flow control with back pressure",
                    "Martinasso, Mehaut, Euro-Par 2011, formula (4)");
        }

        @Override
        public SharingModel create(Settings settings) {
            return new InfiniBand(TABLE.filled(settings).choice("competitor-rule", CompetitorRule.class));
        }
    }

    /**
     * Rates of one network, with the penalty as a property of the source node. A destination is described by the demand
     * of its messages, the number of messages that are the only message of their source, and the common out-degree of
     * their sources, if any.
     */
    private static final class State extends PenaltySharing {
        /**
         * Relative distance from a whole number within which a penalty is treated as that number when rounded down.
         */
        private static final double WHOLE = 1e-9;

        /** Largest relative difference due to rounding errors. */
        private static final double ROUNDING = 1e-12;

        private final CompetitorRule rule;

        // arrays by destination
        /** Sum of 1/outdegree over the incoming messages, by destination. */
        private final double[] requests;
        /** Number of incoming messages that are the only messages of their source, by destination. */
        private final int[] singleMessages;
        /** Common out-degree of all sources of a destination, or 0. */
        private final int[] commonDegree;

        // arrays by source
        /** Penalty by items (a) and (c), by source. */
        private final double[] basePenalty;
        /** Whether item (b) applies to the only message of a source. */
        private final boolean[] meetsSharedSources;

        private long undecided;

        State(CompetitorRule rule, int nodes) {
            super(nodes);
            this.rule = rule;
            requests = new double[nodes];
            singleMessages = new int[nodes];
            commonDegree = new int[nodes];
            basePenalty = new double[nodes];
            meetsSharedSources = new boolean[nodes];
        }

        @Override
        protected void solve(Part part) {
            for (int i = 0; i < part.links(); i++) {
                if (!isSource(part.link(i))) {
                    sumUp(destinationOf(part.link(i)));
                }
            }
            for (int i = 0; i < part.links(); i++) {
                if (isSource(part.link(i))) {
                    setBase(part.link(i));
                }
            }
            for (int i = 0; i < part.links(); i++) {
                int node = part.link(i);
                if (isSource(node)) {
                    setPenaltyOfSource(
                            node, meetsSharedSources[node] ? 1 + 1 / (rivalPenalty(node) - 1) : basePenalty[node]);
                }
            }
        }

        private void sumUp(int node) {
            double sum = 0;
            int singles = 0;
            int common = outDegree(source(entering(node, 0)));
            for (int i = entering(node); --i >= 0; ) {
                int batch = entering(node, i);
                int degree = outDegree(source(batch));
                sum += messages(batch) / (double) degree;
                singles += degree == 1 ? 1 : 0;
                common = degree == common ? common : 0;
            }
            requests[node] = sum;
            singleMessages[node] = singles;
            commonDegree[node] = common;
        }

        /** Sets the penalty of a node by items (a) and (c), and whether item (b) applies. */
        private void setBase(int node) {
            int its = outDegree(node);
            boolean allNull = true;
            double sum = 0;
            for (int i = leaving(node); --i >= 0; ) {
                int batch = leaving(node, i);
                int destination = destination(batch);
                int inDegree = inDegree(destination);
                // item (a): the messages of the node itself have its degree by definition
                allNull &= inDegree == 1 || (inDegree <= its && commonDegree[destination] == its);
                sum += messages(batch) * (requests[destination] - messages(batch) / (double) its);
            }
            basePenalty[node] = allNull ? its : its + sum;
            // every competitor's source has several messages
            meetsSharedSources[node] = its == 1
                    && !allNull
                    && rule != CompetitorRule.NONE
                    && singleMessages[destination(leaving(node, 0))] == 1;
        }

        /**
         * Returns R of item (b) for the only message of a node: >= 2, since every rival's source has several messages.
         */
        private double rivalPenalty(int node) {
            double largest = largestRival(node);
            if (rule != CompetitorRule.FLOOR) {
                return largest;
            }
            double error = Math.abs(largest - Math.rint(largest)) / largest;
            undecided += error > ROUNDING && error <= WHOLE ? 1 : 0;
            return roundedDown(largest);
        }

        private static double roundedDown(double penalty) {
            return Math.floor(penalty * (1 + WHOLE));
        }

        private double largestRival(int node) {
            double largest = 0;
            int destination = destination(leaving(node, 0));
            for (int i = entering(destination); --i >= 0; ) {
                int source = source(entering(destination, i));
                largest = source == node ? largest : Math.max(largest, basePenalty[source]);
            }
            return largest;
        }

        @Override
        public List<String> warnings() {
            String rounded =
                    " times item (b) rounded a penalty to a whole number within 1e-9, although the difference is not"
                            + " a rounding error";
            return undecided == 0 ? List.of() : List.of("infiniband: " + undecided + rounded);
        }

        @Override
        protected Explanation explainPenalty(int batch) {
            int source = source(batch);
            int degree = outDegree(source);
            List<Explanation> parts = new ArrayList<>();
            parts.add(Explanation.leaf("outgoing messages of node " + source, degree));
            if (meetsSharedSources[source]) {
                double rival = largestRival(source);
                rival = rule == CompetitorRule.FLOOR ? roundedDown(rival) : rival;
                parts.add(Explanation.of(
                        "k, single message against shared sources",
                        1 / (rival - 1),
                        "1 / (R - 1), item (b)",
                        Explanation.leaf("R, largest rival penalty, rule " + Labels.of(rule), rival)));
            } else if (basePenalty[source] == degree) {
                parts.add(Explanation.of("k, no slowing at the destinations", 0, "0, item (a)"));
            } else {
                parts.add(new Explanation(
                        "k, requests of competitors at the destinations",
                        basePenalty[source] - degree,
                        "sum of 1/outdegree over all competitors of the node's messages, item (c)",
                        competitorTerms(source)));
            }
            return new Explanation("penalty", penalty(batch), "outgoing messages + k", parts);
        }

        private List<Explanation> competitorTerms(int source) {
            List<Explanation> terms = new ArrayList<>();
            for (int i = 0; i < leaving(source); i++) {
                int batch = leaving(source, i);
                int destination = destination(batch);
                for (int k = 0; k < entering(destination); k++) {
                    int rival = entering(destination, k);
                    int other = source(rival);
                    if (other != source) {
                        long times = (long) messages(batch) * messages(rival);
                        String what = (times == 1 ? "" : times + " times ") + "1/outdegree of node " + other;
                        terms.add(
                                Explanation.leaf(what + " at node " + destination, times / (double) outDegree(other)));
                    }
                }
            }
            return terms;
        }
    }

    /**
     * Rule for the only message of a source when every competitor at its destination belongs to a source with several
     * messages: item (b) of Martinasso and Mehaut's formula (4).
     */
    public enum CompetitorRule {
        /**
         * Penalty 1/(R - 1) with R the largest competing penalty rounded down, which reproduces all printed times of
         * the paper.
         */
        FLOOR,
        /**
         * Penalty 1/(R - 1) with the unrounded R: the literal formula, which does not reproduce the times of Fig. 3.
         */
        EXACT,
        /** No special case: item (c) applies to these messages too. */
        NONE
    }
}
