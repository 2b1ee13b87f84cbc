package org.tailback.model.sharing.conflict;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/**
 * What the penalty models have in common: a message alone progresses at rate 1 (a second of lone transfer per second),
 * a message with penalty p at 1/p. A model says which penalties a change can reach and what they are now; this class
 * keeps the contention graph, remembers the penalties, and reports those that changed.
 *
 * <p>Nothing is allocated per start, end or recomputation, apart from arrays that grow.
 */
public abstract class PenaltySharing implements BandwidthSharing {
    /** The messages in flight. */
    protected final ConflictGraph graph;

    private final DenseSet changedSources;
    private final DenseSet changedDestinations;
    private double[] penalties = new double[16];
    private int[] changed = new int[16];
    private int changes;

    /** @param nodes number of nodes, >= 1 */
    protected PenaltySharing(int nodes) {
        graph = new ConflictGraph(nodes);
        changedSources = new DenseSet(nodes);
        changedDestinations = new DenseSet(nodes);
    }

    @Override
    public final void flowStarted(int flow, int source, int destination) {
        graph.add(flow, source, destination);
        if (flow >= penalties.length) {
            penalties = Arrays.copyOf(penalties, Math.max(flow + 1, penalties.length + (penalties.length >> 1)));
        }
        // not a number: differs from every penalty, so that the first one is always reported
        penalties[flow] = Double.NaN;
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

    @Override
    public final void recompute(RateConsumer rates) {
        changes = 0;
        updatePenalties(changedSources, changedDestinations);
        changedSources.clear();
        changedDestinations.clear();
        for (int i = 0; i < changes; i++) {
            rates.rate(changed[i], 1 / penalties[changed[i]]);
        }
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
                1 / penalties[flow],
                "reference rate / penalty",
                Explanation.leaf("reference rate", 1),
                explainPenalty(flow));
    }

    /**
     * Sets the penalty of every flow whose penalty may differ from the last recomputation, through {@link #setPenalty};
     * every flow that started since then must be among them.
     *
     * @param sources nodes at which flows that leave them started or ended; cleared by the caller
     * @param destinations nodes at which flows that go to them started or ended; cleared by the caller
     */
    protected abstract void updatePenalties(DenseSet sources, DenseSet destinations);

    /** The penalty term of a flow in flight and what it follows from; its value is the penalty in use. */
    protected abstract Explanation explainPenalty(int flow);

    /** A flow is about to leave the graph. */
    protected void leaving(int flow, int source, int destination) {}

    /** Sets a flow's penalty, finite and >= 1; reports it if it changed. Setting the same value again is harmless. */
    protected final void setPenalty(int flow, double penalty) {
        if (penalties[flow] != penalty) {
            penalties[flow] = penalty;
            if (changes == changed.length) {
                changed = Arrays.copyOf(changed, 2 * changes);
            }
            changed[changes++] = flow;
        }
    }

    /** The penalty that was set last; not a number if none was set since the flow started. */
    protected final double penalty(int flow) {
        return penalties[flow];
    }

    /** False between a flow's start and the recomputation that follows. */
    protected final boolean hasPenalty(int flow) {
        return !Double.isNaN(penalties[flow]);
    }
}
