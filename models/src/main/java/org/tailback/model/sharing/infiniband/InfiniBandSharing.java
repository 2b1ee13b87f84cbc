package org.tailback.model.sharing.infiniband;

import java.util.ArrayList;
import java.util.List;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.model.sharing.conflict.SourcePenaltySharing;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link InfiniBand}: the penalty is a property of the source node. {@code bandwidthRequests} keeps for
 * every destination the sum of 1/outdegree over the messages that come in, {@code requestsOfSource} for every source the sum of these over its
 * messages, so that item (c) costs O(1) for a source, and O(1) for each batch of messages to a destination where something changed; {@code
 * singleMessages} and {@code commonDegree} say without a search whether items (b) and (a) can hold.
 */
final class InfiniBandSharing extends SourcePenaltySharing {
    /** Guards the rounding down of a penalty that is a whole number but for rounding errors. */
    private static final double FLOOR_TOLERANCE = 1e-9;

    private static final int UNKNOWN = -1;
    private static final int NONE = 0;

    private final CompetitorRule rule;
    private final UnitFractions bandwidthRequests;
    /** {@code bandwidthRequests} as they are counted in {@code requestsOfSource}. */
    private final UnitFractions countedRequests;
    /** By source, the sum of the requests at the destinations of its messages. */
    private final UnitFractions requestsOfSource;
    /** The out-degree of a node with which its messages are counted in {@code bandwidthRequests}. */
    private final int[] countedDegree;

    /** By destination, how many of the messages that come in are the only ones of their source. */
    private final int[] singleMessages;

    private int singles;
    /** By destination, the out-degree that the sources of all its messages have, or NONE, or UNKNOWN. */
    private final int[] commonDegree;
    /** By source, the sum over its destinations of the number of parallel messages squared. */
    private final long[] parallelSquares;

    /** Penalty by items (a) and (c), by source. */
    private final double[] basePenalty;
    /** True if item (b) holds for the only message of the source. */
    private final boolean[] meetsSharedSources;

    private final DenseSet reached;
    private final DenseSet destinations;
    private final DenseSet competitors;
    private final DenseSet searched;

    InfiniBandSharing(CompetitorRule rule, int nodes) {
        super(nodes);
        this.rule = rule;
        bandwidthRequests = new UnitFractions(nodes);
        countedRequests = new UnitFractions(nodes);
        requestsOfSource = new UnitFractions(nodes);
        countedDegree = new int[nodes];
        basePenalty = new double[nodes];
        meetsSharedSources = new boolean[nodes];
        reached = new DenseSet(nodes);
        destinations = new DenseSet(nodes);
        competitors = new DenseSet(nodes);
        searched = new DenseSet(nodes);
        singleMessages = new int[nodes];
        commonDegree = new int[nodes];
        parallelSquares = new long[nodes];
    }

    @Override
    protected void leaving(int source, int destination) {
        bandwidthRequests.add(destination, -UnitFractions.unit(countedDegree[source]));
        requestsOfSource.add(source, -countedRequests.whole(destination), -countedRequests.part(destination));
        addSingle(destination, countedDegree[source] == 1 ? -1 : 0);
    }

    @Override
    protected void updatePenalties(DenseSet changedSources, DenseSet changedDestinations) {
        destinations.clear();
        for (int i = 0; i < changedDestinations.size(); i++) {
            destinations.add(changedDestinations.get(i));
        }
        for (int i = 0; i < changedSources.size(); i++) {
            countRequestsAnew(changedSources.get(i));
        }

        collectReached(changedSources);
        competitors.clear();
        searched.clear();
        for (int i = 0; i < reached.size(); i++) {
            int node = reached.get(i);
            double before = basePenalty[node];
            updateBase(node);
            if (singles > 0 && basePenalty[node] != before && rule != CompetitorRule.NONE) {
                collectSingleCompetitors(node);
            }
        }
        for (int i = 0; i < reached.size(); i++) {
            updateSource(reached.get(i));
        }
        for (int i = 0; i < competitors.size(); i++) {
            updateSource(competitors.get(i));
        }
    }

    /** Collects the sources that compete at a changed destination, and lets them know what is asked for there. */
    private void collectReached(DenseSet changedSources) {
        reached.clear();
        int sending = 0;
        for (int i = 0; i < changedSources.size(); i++) {
            reached.add(changedSources.get(i));
            sending += graph.outDegree(changedSources.get(i)) > 0 ? 1 : 0;
        }
        for (int i = 0; i < destinations.size(); i++) {
            int destination = destinations.get(i);
            commonDegree[destination] = UNKNOWN;
            long wholes = bandwidthRequests.whole(destination) - countedRequests.whole(destination);
            long parts = bandwidthRequests.part(destination) - countedRequests.part(destination);
            countedRequests.add(destination, wholes, parts);
            boolean isComplete = sending == graph.sources();
            for (int f = graph.firstIn(destination); f >= 0; f = graph.nextIn(f)) {
                int source = graph.source(f);
                requestsOfSource.addTimes(graph.messages(f), source, wholes, parts);
                if (!isComplete) {
                    sending += reached.add(source) ? 1 : 0;
                }
            }
        }
    }

    /** The messages of a node ask for 1/outdegree each; its out-degree changed, or one has gone and another come. */
    private void countRequestsAnew(int node) {
        int degree = graph.outDegree(node);
        int counted = countedDegree[node];
        if (degree == 0) {
            countedDegree[node] = 0;
            return;
        }
        long request = UnitFractions.unit(degree);
        long more = degree == counted || counted == 0 ? 0 : request - UnitFractions.unit(counted);
        int single = degree == 1 ? 1 : 0;
        long squares = 0;
        for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
            int destination = graph.destination(f);
            long messages = graph.messages(f);
            squares += messages * messages;
            int fresh = newMessages(f);
            if (fresh > 0) {
                // together they ask for no more than 1, as there are no more of them than messages of the node
                bandwidthRequests.add(destination, fresh * request);
                requestsOfSource.addTimes(
                        fresh, node, countedRequests.whole(destination), countedRequests.part(destination));
                addSingle(destination, single);
            }
            if (fresh < messages && degree != counted) {
                bandwidthRequests.add(destination, (messages - fresh) * more);
                addSingle(destination, single - (counted == 1 ? 1 : 0));
                destinations.add(destination);
            }
        }
        countedDegree[node] = degree;
        parallelSquares[node] = squares;
    }

    /** Items (a) and (c), and whether (b) holds. */
    private void updateBase(int node) {
        int degree = graph.outDegree(node);
        meetsSharedSources[node] = false;
        if (degree == 0) {
            basePenalty[node] = 0;
            return;
        }
        boolean allNull = true;
        for (int f = graph.firstOut(node); f >= 0 && allNull; f = graph.nextOut(f)) {
            allNull = isNull(degree, graph.destination(f));
        }
        basePenalty[node] = allNull ? degree : degree + requestsOfCompetitors(node, degree);
        if (degree == 1 && !allNull && rule != CompetitorRule.NONE) {
            // every competitor's source has several messages
            meetsSharedSources[node] = singleMessages[graph.destination(graph.firstOut(node))] == 1;
        }
    }

    /** Item (a): the messages of the source itself have its degree anyway. */
    private boolean isNull(int degree, int destination) {
        int inDegree = graph.inDegree(destination);
        if (inDegree == 1) {
            return true;
        }
        if (inDegree > degree) {
            return false;
        }
        if (commonDegree[destination] == UNKNOWN) {
            commonDegree[destination] = degreeOfAllSources(destination);
        }
        return commonDegree[destination] == degree;
    }

    private int degreeOfAllSources(int destination) {
        int first = graph.firstIn(destination);
        int degree = graph.outDegree(graph.source(first));
        for (int f = graph.nextIn(first); f >= 0; f = graph.nextIn(f)) {
            if (graph.outDegree(graph.source(f)) != degree) {
                return NONE;
            }
        }
        return degree;
    }

    /** The sum of item (c). */
    private double requestsOfCompetitors(int node, int degree) {
        // of p messages to a destination each meets the requests of p there
        return requestsOfSource.sumLess(node, parallelSquares[node], degree);
    }

    private void addSingle(int destination, int number) {
        singleMessages[destination] += number;
        singles += number;
    }

    private void collectSingleCompetitors(int node) {
        for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
            int destination = graph.destination(f);
            if (singleMessages[destination] == 0 || !searched.add(destination)) {
                continue;
            }
            for (int g = graph.firstIn(destination); g >= 0; g = graph.nextIn(g)) {
                int other = graph.source(g);
                if (graph.outDegree(other) == 1 && !reached.contains(other)) {
                    competitors.add(other);
                }
            }
        }
    }

    private void updateSource(int node) {
        if (graph.outDegree(node) > 0) {
            setPenalty(node, meetsSharedSources[node] ? 1 + 1 / (largestRival(node) - 1) : basePenalty[node]);
        }
    }

    /** R of item (b) for the only message of a node: >= 2, since every rival's source has several messages. */
    private double largestRival(int node) {
        double largest = 0;
        int destination = graph.destination(graph.firstOut(node));
        for (int f = graph.firstIn(destination); f >= 0; f = graph.nextIn(f)) {
            if (graph.source(f) != node) {
                largest = Math.max(largest, basePenalty[graph.source(f)]);
            }
        }
        return rule == CompetitorRule.FLOOR ? Math.floor(largest + FLOOR_TOLERANCE) : largest;
    }

    @Override
    protected Explanation explainPenalty(int batch) {
        int source = graph.source(batch);
        int degree = graph.outDegree(source);
        List<Explanation> parts = new ArrayList<>();
        parts.add(Explanation.leaf("outgoing messages of node " + source, degree));
        if (meetsSharedSources[source]) {
            double rival = largestRival(source);
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
