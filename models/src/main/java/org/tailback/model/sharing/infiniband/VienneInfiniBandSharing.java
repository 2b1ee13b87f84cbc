package org.tailback.model.sharing.infiniband;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.model.sharing.conflict.PenaltySharing;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link VienneInfiniBand}: a penalty per source, and the number of different senders per destination. A start or an end
 * at (s, d) looks at the messages that leave s and at those that enter d; at others of a sender to d only if its penalty
 * changed, or several of its messages go to nodes where something changed.
 */
final class VienneInfiniBandSharing extends PenaltySharing {
    /** From this in-degree on, {@code gamma} holds for the destination's senders. */
    private static final int CROWDED = 3;

    private final VienneInfiniBand model;
    private final double[] sourcePenalty;
    private final int[] senders;
    /** By destination: it has so many messages that {@code gamma} holds. */
    private final boolean[] isCrowded;
    /** By source, how many of its messages go to such a destination. */
    private final int[] crowdedMessages;
    /** By source, to how many changed destinations its messages go, and the batch to the last of them. */
    private final int[] touched;

    private final int[] touchedBatch;
    private final DenseSet reached;

    VienneInfiniBandSharing(VienneInfiniBand model, int nodes) {
        super(nodes);
        this.model = model;
        sourcePenalty = new double[nodes];
        senders = new int[nodes];
        isCrowded = new boolean[nodes];
        crowdedMessages = new int[nodes];
        touched = new int[nodes];
        touchedBatch = new int[nodes];
        reached = new DenseSet(nodes);
    }

    @Override
    protected void leaving(int source, int destination) {
        if (isCrowded[destination]) {
            crowdedMessages[source]--;
        }
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
            double before = sourcePenalty[node];
            updateSource(node);
            if (sourcePenalty[node] != before || touched[node] > 1) {
                for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
                    evaluate(f);
                }
            } else if (touched[node] == 1) {
                // to other destinations nothing has changed
                evaluate(touchedBatch[node]);
            }
            touched[node] = 0;
        }
    }

    private void updateSource(int node) {
        int degree = graph.outDegree(node);
        double penalty = degree <= 1 ? 1 : degree * model.outgoingBeta();
        if (degree > 1 && crowdedMessages[node] > 0) {
            penalty = Math.max(penalty, degree * model.outgoingBeta() * model.gamma());
        }
        sourcePenalty[node] = penalty;
    }

    private void updateDestination(int node) {
        int different = 0;
        boolean wasCrowded = isCrowded[node];
        boolean crowded = graph.inDegree(node) >= CROWDED;
        for (int f = graph.firstIn(node); f >= 0; f = graph.nextIn(f)) {
            int source = graph.source(f);
            int messages = graph.messages(f);
            different++;
            reached.add(source);
            touched[source]++;
            touchedBatch[source] = f;
            crowdedMessages[source] += (crowded ? messages : 0) - (wasCrowded ? messages - newMessages(f) : 0);
        }
        senders[node] = different;
        isCrowded[node] = crowded;
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
