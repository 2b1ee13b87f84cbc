package org.tailback.model.sharing.infiniband;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.model.sharing.conflict.PenaltySharing;
import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link VienneInfiniBand}: a penalty for every source, and the number of different senders for every
 * destination. A start or an end at (s, d) examines the messages that leave s and at those that enter d; where d comes
 * to have, or has no longer, {@value #CROWDED} messages, at all messages of its senders.
 */
final class VienneInfiniBandSharing extends PenaltySharing {
    /** From this in-degree on, {@code gamma} holds for the destination's senders. */
    private static final int CROWDED = 3;

    private final VienneInfiniBand model;
    private final double[] sourcePenalty;
    private final int[] senders;
    private final boolean[] isCrowded;
    private final DenseSet reached;

    VienneInfiniBandSharing(VienneInfiniBand model, int nodes) {
        super(nodes);
        this.model = model;
        sourcePenalty = new double[nodes];
        senders = new int[nodes];
        isCrowded = new boolean[nodes];
        reached = new DenseSet(nodes);
    }

    @Override
    protected void updatePenalties(DenseSet changedSources, DenseSet changedDestinations) {
        reached.clear();
        for (int i = 0; i < changedSources.size(); i++) {
            reached.add(changedSources.get(i));
        }
        for (int i = 0; i < changedDestinations.size(); i++) {
            updateDestination(changedDestinations.get(i));
        }
        for (int i = 0; i < reached.size(); i++) {
            int node = reached.get(i);
            updateSource(node);
            for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
                evaluate(f);
            }
        }
        for (int i = 0; i < changedDestinations.size(); i++) {
            for (int f = graph.firstIn(changedDestinations.get(i)); f >= 0; f = graph.nextIn(f)) {
                evaluate(f);
            }
        }
    }

    private void updateDestination(int node) {
        boolean wasCrowded = isCrowded[node];
        isCrowded[node] = graph.inDegree(node) >= CROWDED;
        senders[node] = 0;
        for (int f = graph.firstIn(node); f >= 0; f = graph.nextIn(f)) {
            senders[node]++;
            if (isCrowded[node] != wasCrowded) {
                reached.add(graph.source(f));
            }
        }
    }

    private void updateSource(int node) {
        int degree = graph.outDegree(node);
        boolean meetsCrowd = false;
        for (int f = graph.firstOut(node); f >= 0 && !meetsCrowd; f = graph.nextOut(f)) {
            meetsCrowd = isCrowded[graph.destination(f)];
        }
        double penalty = degree <= 1 ? 1 : degree * model.outgoingBeta();
        // the largest of the node's messages counts
        sourcePenalty[node] = degree > 1 && meetsCrowd ? Math.max(penalty, penalty * model.gamma()) : penalty;
    }

    private double incomingPenalty(int batch) {
        int destination = graph.destination(batch);
        return graph.inDegree(destination) == 1
                ? 1
                : senders[destination] * model.incomingBeta() * graph.messages(batch);
    }

    private void evaluate(int batch) {
        setPenalty(batch, Math.max(sourcePenalty[graph.source(batch)], incomingPenalty(batch)));
    }

    @Override
    protected Explanation explainPenalty(int batch) {
        int source = graph.source(batch);
        int destination = graph.destination(batch);
        int degree = graph.outDegree(source);
        boolean crowded = degree > 1 && sourcePenalty[source] != degree * model.outgoingBeta();
        Explanation outgoing = Explanation.of(
                "outgoing",
                sourcePenalty[source],
                degree <= 1
                        ? "1: the only message of its source"
                        : crowded ? "messages * beta_s * gamma: a destination receives 3 or more" : "messages * beta_s",
                Explanation.leaf("outgoing messages of node " + source, degree),
                Explanation.leaf("beta_s", model.outgoingBeta()),
                Explanation.leaf("gamma", model.gamma()));
        Explanation incoming = Explanation.of(
                "incoming",
                incomingPenalty(batch),
                graph.inDegree(destination) == 1
                        ? "1: the only message to its destination"
                        : "senders * beta_e * parallel messages",
                Explanation.leaf("different senders to node " + destination, senders[destination]),
                Explanation.leaf("beta_e", model.incomingBeta()),
                Explanation.leaf("parallel messages", graph.messages(batch)));
        boolean belowOne = Math.max(outgoing.value(), incoming.value()) < 1;
        return Explanation.of(
                "penalty",
                penalty(batch),
                belowOne ? "max(1, outgoing, incoming): not faster than alone" : "max(outgoing, incoming)",
                outgoing,
                incoming);
    }

    @Override
    public List<String> warnings() {
        return raised() == 0
                ? ImmutableList.of()
                : ImmutableList.of("infiniband-vienne: " + raised()
                        + " penalties below 1 (faster than alone) were raised to 1; fit the betas to the network");
    }
}
