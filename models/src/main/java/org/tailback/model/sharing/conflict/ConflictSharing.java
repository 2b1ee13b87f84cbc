package org.tailback.model.sharing.conflict;

import com.google.common.base.Preconditions;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.GroupedSharing;

/**
 * What the penalty models have in common: a message alone progresses at rate 1 (a second of lone transfer per second),
 * a message with penalty p at 1/p. This class keeps the contention graph, in which all messages between the same two nodes are one
 * batch with one penalty, and the nodes where messages started or ended; {@link PenaltySharing} and {@link SourcePenaltySharing}
 * remember the penalties, by batch and by source.
 */
abstract class ConflictSharing implements GroupedSharing {
    /** The messages in flight: a flow of the graph is a batch of messages. */
    protected final ConflictGraph graph;

    final Batches batches = new Batches();
    final StartedMessages started = new StartedMessages(batches);
    private final DenseSet changedSources;
    private final DenseSet changedDestinations;

    /** @param nodes number of nodes, >= 1 */
    ConflictSharing(int nodes) {
        graph = new ConflictGraph(nodes);
        changedSources = new DenseSet(nodes);
        changedDestinations = new DenseSet(nodes);
    }

    @Override
    public final void flowStarted(int flow, int source, int destination) {
        Preconditions.checkState(!batches.contains(flow), "flow %s is already in flight", flow);
        int batch = batches.find(source, destination);
        if (batch == Batches.NONE) {
            batch = batches.open(flow, source, destination);
            graph.add(batch, source, destination);
            opened(batch);
        } else {
            batches.join(flow, batch);
            graph.addMessages(batch, 1);
        }
        started.add(flow);
        changedSources.add(source);
        changedDestinations.add(destination);
    }

    @Override
    public final void flowEnded(int flow) {
        Preconditions.checkState(batches.contains(flow), "flow %s is not in flight", flow);
        int batch = batches.of(flow);
        int source = graph.source(batch);
        int destination = graph.destination(batch);
        if (!started.remove(flow)) {
            leaving(source, destination);
        }
        if (batches.size(batch) > 1) {
            batches.leave(flow);
            graph.addMessages(batch, -1);
        } else {
            batches.close(batch);
            graph.remove(batch);
        }
        changedSources.add(source);
        changedDestinations.add(destination);
    }

    /** Brings the penalties up to date. */
    final void update() {
        updatePenalties(changedSources, changedDestinations);
        changedSources.clear();
        changedDestinations.clear();
    }

    /** How many messages of a batch have started since the last recomputation. */
    protected final int newMessages(int batch) {
        return started.of(batch);
    }

    @Override
    public final double rateFactor(int flow) {
        return 1;
    }

    /** 1: pure penalty models measure work in seconds of lone transfer. */
    @Override
    public final double referenceRate(int source, int destination) {
        return 1;
    }

    @Override
    public final Explanation explain(int flow) {
        Preconditions.checkArgument(batches.contains(flow), "flow %s is not in flight", flow);
        Preconditions.checkState(!started.contains(flow), "flow %s has no rate before recompute", flow);
        int batch = batches.of(flow);
        return Explanation.of(
                "rate",
                1 / penalty(batch),
                "reference rate / penalty",
                Explanation.leaf("reference rate", 1),
                explainPenalty(batch));
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

    /** A message that was there at the last recomputation is about to leave the graph. */
    protected void leaving(int source, int destination) {}

    /** A batch has come: it has no penalty. */
    abstract void opened(int batch);

    /** The penalty of the messages of a batch that has one. */
    protected abstract double penalty(int batch);
}
