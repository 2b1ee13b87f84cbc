package org.tailback.model.sharing.conflict;

import com.google.common.base.Preconditions;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/**
 * What the penalty models have in common: a message alone progresses at rate 1 (a second of lone transfer per second),
 * a message with penalty p at 1/p. This class keeps the contention graph and the nodes where messages started or ended; {@link
 * PenaltySharing} and {@link SourcePenaltySharing} remember the penalties, by message and by source.
 */
abstract class ConflictSharing implements BandwidthSharing {
    /** The messages in flight. */
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
    public final void flowStarted(int flow, int source, int destination) {
        graph.add(flow, source, destination);
        forgetPenalty(flow);
        changedSources.add(source);
        changedDestinations.add(destination);
    }

    @Override
    public final void flowEnded(int flow) {
        Preconditions.checkState(graph.contains(flow), "flow %s is not in flight", flow);
        int source = graph.source(flow);
        int destination = graph.destination(flow);
        leaving(flow, source, destination);
        graph.remove(flow);
        changedSources.add(source);
        changedDestinations.add(destination);
    }

    /** Brings the penalties up to date. */
    final void update() {
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
        Preconditions.checkArgument(graph.contains(flow), "flow %s is not in flight", flow);
        Preconditions.checkState(hasPenalty(flow), "flow %s has no rate before recompute", flow);
        return Explanation.of(
                "rate",
                1 / penalty(flow),
                "reference rate / penalty",
                Explanation.leaf("reference rate", 1),
                explainPenalty(flow));
    }

    /**
     * Sets the penalties that may differ from the last recomputation, those of the flows that started since then among them.
     *
     * @param sources nodes at which flows that leave them started or ended; cleared by the caller
     * @param destinations nodes at which flows that go to them started or ended; cleared by the caller
     */
    protected abstract void updatePenalties(DenseSet sources, DenseSet destinations);

    /** The penalty term of a flow in flight and what it follows from; its value is the penalty in use. */
    protected abstract Explanation explainPenalty(int flow);

    /** A flow is about to leave the graph. */
    protected void leaving(int flow, int source, int destination) {}

    /** A flow has started: it has no penalty. */
    abstract void forgetPenalty(int flow);

    /** The penalty of a flow that has one. */
    protected abstract double penalty(int flow);

    /** False between a flow's start and the recomputation that follows. */
    protected abstract boolean hasPenalty(int flow);
}
