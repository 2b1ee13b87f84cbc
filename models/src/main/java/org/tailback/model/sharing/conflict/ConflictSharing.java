package org.tailback.model.sharing.conflict;

import org.tailback.model.sharing.reach.BatchedSharing;
import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.sharing.Explanation;

/**
 * Base of the penalty models. A message alone progresses at rate 1 (a second of lone transfer per second),
 * a message with penalty p at 1/p. This class keeps the contention graph, whose flows are batches of messages with one
 * penalty, and the nodes where messages started or ended; {@link PenaltySharing} and {@link SourcePenaltySharing}
 * remember the penalties, by batch and by source.
 */
abstract class ConflictSharing extends BatchedSharing {
    /** The messages in flight: a flow of the graph is a batch of messages. */
    protected final ConflictGraph graph;

    private final DenseSet changedSources;
    private final DenseSet changedDestinations;

    /** @param nodes number of nodes, >= 1 */
    ConflictSharing(int nodes) {
        graph = new ConflictGraph(nodes);
        changedSources = new DenseSet(nodes);
        changedDestinations = new DenseSet(nodes);
    }

    @Override
    protected void opened(int batch, int source, int destination, double pace) {
        graph.add(batch, source, destination);
        changed(batch);
    }

    @Override
    protected final void resized(int batch, int by) {
        graph.addMessages(batch, by);
        changed(batch);
    }

    @Override
    protected final void closed(int batch) {
        changed(batch);
        graph.remove(batch);
    }

    private void changed(int batch) {
        changedSources.add(graph.source(batch));
        changedDestinations.add(graph.destination(batch));
    }

    @Override
    protected final void update() {
        updatePenalties(changedSources, changedDestinations);
        changedSources.clear();
        changedDestinations.clear();
    }

    /** 1: pure penalty models measure work in seconds of lone transfer. */
    @Override
    public final double referenceRate(int source, int destination) {
        return 1;
    }

    @Override
    public final Explanation explain(int flow) {
        int batch = batchToExplain(flow);
        return Explanation.of(
                        "rate",
                        1 / penalty(batch),
                        "rate alone / penalty",
                        Explanation.leaf("rate alone", 1),
                        explainPenalty(batch))
                .asRate(1);
    }

    /**
     * Sets the penalties that may differ from the last recomputation, those of the batches that are new among them.
     *
     * @param sources nodes at which messages that leave them started or ended; cleared by the caller
     * @param destinations nodes at which messages that go to them started or ended; cleared by the caller
     */
    protected abstract void updatePenalties(DenseSet sources, DenseSet destinations);

    /** The penalty term of the messages of a batch and what it follows from; its value is the penalty in use. */
    protected abstract Explanation explainPenalty(int batch);

    /** The penalty of the messages of a batch that has one. */
    protected abstract double penalty(int batch);
}
