package org.tailback.model.sharing.infiniband;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.tailback.model.sharing.conflict.SourcePenaltySharing;
import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link InfiniBand}: the penalty is a property of the source node. A destination is summed up by what its
 * messages ask for, how many of them are the only ones of their source, and whether all their sources send equally
 * many. After a change the destinations of the sources whose out-degree changed are summed up again, and all that send
 * to them get a new penalty.
 */
final class InfiniBandSharing extends SourcePenaltySharing {
    /** A penalty that is so near to a whole number, relatively, is that number when it is rounded down. */
    private static final double WHOLE = 1e-9;

    /** What rounding errors explain. */
    private static final double ROUNDING = 1e-12;

    private static final int NONE = 0;

    private final CompetitorRule rule;
    /** By source, as of the last update. */
    private final int[] degree;

    /** Sources with one message. */
    private int singleSources;

    // by destination
    /** Sum of 1/outdegree over the messages that come in. */
    private final double[] requests;
    /** How many messages that come in are the only ones of their source. */
    private final int[] singleMessages;
    /** The out-degree that all sources have, or NONE. */
    private final int[] commonDegree;

    // by source
    /** Penalty by items (a) and (c). */
    private final double[] basePenalty;
    /** True if item (b) holds for the only message. */
    private final boolean[] meetsSharedSources;

    private final DenseSet destinations;
    private final DenseSet reached;
    private final DenseSet searched;
    private long undecided;

    InfiniBandSharing(CompetitorRule rule, int nodes) {
        super(nodes);
        this.rule = rule;
        degree = new int[nodes];
        requests = new double[nodes];
        singleMessages = new int[nodes];
        commonDegree = new int[nodes];
        basePenalty = new double[nodes];
        meetsSharedSources = new boolean[nodes];
        destinations = new DenseSet(nodes);
        reached = new DenseSet(nodes);
        searched = new DenseSet(nodes);
    }

    @Override
    protected void updatePenalties(DenseSet changedSources, DenseSet changedDestinations) {
        destinations.clear();
        reached.clear();
        searched.clear();
        for (int i = 0; i < changedDestinations.size(); i++) {
            destinations.add(changedDestinations.get(i));
        }
        for (int i = 0; i < changedSources.size(); i++) {
            reached.add(changedSources.get(i));
            updateDegree(changedSources.get(i));
        }
        for (int i = 0; i < destinations.size(); i++) {
            updateDestination(destinations.get(i));
        }
        int haveNewBase = reached.size();
        for (int i = 0; i < haveNewBase; i++) {
            int node = reached.get(i);
            double before = basePenalty[node];
            updateBase(node);
            if (singleSources > 0 && basePenalty[node] != before && rule != CompetitorRule.NONE) {
                reachSingleCompetitors(node);
            }
        }
        for (int i = 0; i < reached.size(); i++) {
            int node = reached.get(i);
            if (degree[node] > 0) {
                setPenalty(node, meetsSharedSources[node] ? 1 + 1 / (rivalPenalty(node) - 1) : basePenalty[node]);
            }
        }
    }

    private void updateDegree(int node) {
        int now = graph.outDegree(node);
        if (now == degree[node]) {
            return;
        }
        singleSources += (now == 1 ? 1 : 0) - (degree[node] == 1 ? 1 : 0);
        degree[node] = now;
        for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
            destinations.add(graph.destination(f));
        }
    }

    private void updateDestination(int node) {
        double sum = 0;
        int singles = 0;
        int first = graph.firstIn(node);
        int common = first < 0 ? NONE : degree[graph.source(first)];
        for (int f = first; f >= 0; f = graph.nextIn(f)) {
            int source = graph.source(f);
            int itsDegree = degree[source];
            sum += graph.messages(f) / (double) itsDegree;
            singles += itsDegree == 1 ? 1 : 0;
            common = itsDegree == common ? common : NONE;
            reached.add(source);
        }
        requests[node] = sum;
        singleMessages[node] = singles;
        commonDegree[node] = common;
    }

    /** Items (a) and (c), and whether (b) holds. */
    private void updateBase(int node) {
        int its = degree[node];
        boolean allNull = true;
        double sum = 0;
        for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
            int destination = graph.destination(f);
            int inDegree = graph.inDegree(destination);
            // item (a): the messages of the node itself have its degree anyway
            allNull &= inDegree == 1 || (inDegree <= its && commonDegree[destination] == its);
            int messages = graph.messages(f);
            sum += messages * (requests[destination] - messages / (double) its);
        }
        basePenalty[node] = allNull ? its : its + sum;
        // every competitor's source has several messages
        meetsSharedSources[node] = its == 1
                && !allNull
                && rule != CompetitorRule.NONE
                && singleMessages[graph.destination(graph.firstOut(node))] == 1;
    }

    private void reachSingleCompetitors(int node) {
        for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
            int destination = graph.destination(f);
            if (singleMessages[destination] > 0 && searched.add(destination)) {
                for (int g = graph.firstIn(destination); g >= 0; g = graph.nextIn(g)) {
                    if (degree[graph.source(g)] == 1) {
                        reached.add(graph.source(g));
                    }
                }
            }
        }
    }

    /** R of item (b) for the only message of a node: >= 2, since every rival's source has several messages. */
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
        int destination = graph.destination(graph.firstOut(node));
        for (int f = graph.firstIn(destination); f >= 0; f = graph.nextIn(f)) {
            if (graph.source(f) != node) {
                largest = Math.max(largest, basePenalty[graph.source(f)]);
            }
        }
        return largest;
    }

    @Override
    public List<String> warnings() {
        return undecided == 0
                ? ImmutableList.of()
                : ImmutableList.of(
                        "infiniband: " + undecided + " times item (b) rounded a penalty that is within 1e-9 of a"
                                + " whole number, but no rounding error away from it, to that number");
    }

    @Override
    protected Explanation explainPenalty(int batch) {
        int source = graph.source(batch);
        int degree = graph.outDegree(source);
        List<Explanation> parts = new ArrayList<>();
        parts.add(Explanation.leaf("outgoing messages of node " + source, degree));
        if (meetsSharedSources[source]) {
            double rival = largestRival(source);
            rival = rule == CompetitorRule.FLOOR ? roundedDown(rival) : rival;
            parts.add(Explanation.of(
                    "k, single message against shared sources",
                    1 / (rival - 1),
                    "1 / (R - 1), item (b)",
                    Explanation.leaf("R, largest rival penalty, rule " + rule.word(), rival)));
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
        for (int f = graph.firstOut(source); f >= 0; f = graph.nextOut(f)) {
            for (int g = graph.firstIn(graph.destination(f)); g >= 0; g = graph.nextIn(g)) {
                int other = graph.source(g);
                if (other != source) {
                    long times = (long) graph.messages(f) * graph.messages(g);
                    terms.add(Explanation.leaf(
                            (times == 1 ? "" : times + " times ") + "1/outdegree of node " + other + " at node "
                                    + graph.destination(f),
                            times / (double) graph.outDegree(other)));
                }
            }
        }
        return terms;
    }
}
