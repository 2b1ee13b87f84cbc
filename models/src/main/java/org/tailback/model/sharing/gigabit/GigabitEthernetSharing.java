package org.tailback.model.sharing.gigabit;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.model.sharing.conflict.PenaltySharing;
import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link GigabitEthernet}. A node is summed up, for each direction, by the largest congestion of the other
 * ends and the two penalties that follow from it; a change reaches the nodes one message away, and their messages only
 * if the summary changed.
 */
final class GigabitEthernetSharing extends PenaltySharing {
    private final GigabitEthernet model;
    private final Side outgoing;
    private final Side incoming;
    private final DenseSet sources;
    private final DenseSet destinations;
    private final DenseSet restlessSources;
    private final DenseSet restlessDestinations;

    GigabitEthernetSharing(GigabitEthernet model, int nodes) {
        super(nodes);
        this.model = model;
        outgoing = new Side(nodes);
        incoming = new Side(nodes);
        sources = new DenseSet(nodes);
        destinations = new DenseSet(nodes);
        restlessSources = new DenseSet(nodes);
        restlessDestinations = new DenseSet(nodes);
    }

    /** One direction of every node: what its messages are penalised in this direction. */
    private static final class Side {
        /** Largest degree of the other ends; messages to such an end are strongly slow. */
        final int[] largest;

        final double[] strong;
        final double[] weak;

        Side(int nodes) {
            largest = new int[nodes];
            strong = new double[nodes];
            weak = new double[nodes];
        }

        /** True if this differs from what was known. */
        boolean update(int node, int degree, int largestDegree, int stronglySlow, double beta, double gamma) {
            double newStrong = degree <= 1 ? 1 : degree * beta * (1 + gamma * (degree - stronglySlow));
            double newWeak = degree <= 1 ? 1 : degree * beta * (1 - gamma / stronglySlow);
            boolean same = largest[node] == largestDegree && strong[node] == newStrong && weak[node] == newWeak;
            largest[node] = largestDegree;
            strong[node] = newStrong;
            weak[node] = newWeak;
            return !same;
        }

        double penalty(int node, int degreeOfOtherEnd) {
            return degreeOfOtherEnd == largest[node] ? strong[node] : weak[node];
        }
    }

    @Override
    protected void updatePenalties(DenseSet changedSources, DenseSet changedDestinations) {
        collectReach(changedSources, changedDestinations);
        restlessSources.clear();
        for (int i = 0; i < sources.size(); i++) {
            int node = sources.get(i);
            // a changed degree also decides whether its messages are strongly slow at their other ends
            if (summariseOutgoing(node) || changedSources.contains(node)) {
                restlessSources.add(node);
            }
        }
        restlessDestinations.clear();
        for (int i = 0; i < destinations.size(); i++) {
            int node = destinations.get(i);
            if (summariseIncoming(node) || changedDestinations.contains(node)) {
                restlessDestinations.add(node);
            }
        }
        for (int i = 0; i < restlessSources.size(); i++) {
            for (int f = graph.firstOut(restlessSources.get(i)); f >= 0; f = graph.nextOut(f)) {
                evaluate(f);
            }
        }
        for (int i = 0; i < restlessDestinations.size(); i++) {
            for (int f = graph.firstIn(restlessDestinations.get(i)); f >= 0; f = graph.nextIn(f)) {
                evaluate(f);
            }
        }
    }

    private void collectReach(DenseSet changedSources, DenseSet changedDestinations) {
        sources.clear();
        destinations.clear();
        for (int i = 0; i < changedSources.size(); i++) {
            int node = changedSources.get(i);
            sources.add(node);
            for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
                destinations.add(graph.destination(f));
            }
        }
        for (int i = 0; i < changedDestinations.size(); i++) {
            int node = changedDestinations.get(i);
            destinations.add(node);
            for (int f = graph.firstIn(node); f >= 0; f = graph.nextIn(f)) {
                sources.add(graph.source(f));
            }
        }
    }

    private boolean summariseOutgoing(int node) {
        int largest = 0;
        int count = 0;
        for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
            int degree = graph.inDegree(graph.destination(f));
            count = degree > largest ? graph.messages(f) : degree == largest ? count + graph.messages(f) : count;
            largest = Math.max(largest, degree);
        }
        return outgoing.update(node, graph.outDegree(node), largest, count, model.beta(), model.outgoingGamma());
    }

    private boolean summariseIncoming(int node) {
        int largest = 0;
        int count = 0;
        for (int f = graph.firstIn(node); f >= 0; f = graph.nextIn(f)) {
            int degree = graph.outDegree(graph.source(f));
            count = degree > largest ? graph.messages(f) : degree == largest ? count + graph.messages(f) : count;
            largest = Math.max(largest, degree);
        }
        return incoming.update(node, graph.inDegree(node), largest, count, model.beta(), model.incomingGamma());
    }

    private void evaluate(int batch) {
        setPenalty(batch, Math.max(outgoingPenalty(batch), incomingPenalty(batch)));
    }

    private double outgoingPenalty(int batch) {
        return outgoing.penalty(graph.source(batch), graph.inDegree(graph.destination(batch)));
    }

    private double incomingPenalty(int batch) {
        return incoming.penalty(graph.destination(batch), graph.outDegree(graph.source(batch)));
    }

    @Override
    protected Explanation explainPenalty(int batch) {
        Explanation out = explainSide(
                "outgoing",
                outgoingPenalty(batch),
                graph.outDegree(graph.source(batch)),
                outgoing,
                graph.source(batch),
                graph.inDegree(graph.destination(batch)),
                strongOutgoing(batch),
                model.outgoingGamma());
        Explanation in = explainSide(
                "incoming",
                incomingPenalty(batch),
                graph.inDegree(graph.destination(batch)),
                incoming,
                graph.destination(batch),
                graph.outDegree(graph.source(batch)),
                strongIncoming(batch),
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
            Side side,
            int node,
            int degreeOfOtherEnd,
            int strong,
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
                Explanation.leaf("strongly slow", strong));
    }

    private int strongOutgoing(int batch) {
        int node = graph.source(batch);
        int count = 0;
        for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
            count += graph.inDegree(graph.destination(f)) == outgoing.largest[node] ? graph.messages(f) : 0;
        }
        return count;
    }

    private int strongIncoming(int batch) {
        int node = graph.destination(batch);
        int count = 0;
        for (int f = graph.firstIn(node); f >= 0; f = graph.nextIn(f)) {
            count += graph.outDegree(graph.source(f)) == incoming.largest[node] ? graph.messages(f) : 0;
        }
        return count;
    }

    @Override
    public List<String> warnings() {
        return raised() == 0
                ? ImmutableList.of()
                : ImmutableList.of(
                        "gigabit-ethernet: " + raised() + " penalties below 1 (faster than alone) were raised to 1;"
                                + " fit beta and the gammas to the network");
    }
}
