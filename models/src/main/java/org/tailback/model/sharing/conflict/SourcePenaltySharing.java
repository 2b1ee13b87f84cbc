package org.tailback.model.sharing.conflict;

import org.tailback.model.sharing.reach.DenseSet;

/**
 * Penalties that all messages of a source have in common: the source node is the group of a message, so that a changed
 * penalty costs the network O(1) however many messages leave the node.
 *
 * <p>Nothing is allocated per start, end or recomputation, apart from arrays that grow.
 */
public abstract class SourcePenaltySharing extends ConflictSharing {
    /** By node; that of a node which sends nothing is the last one it had, 0 if it had none. */
    private final double[] penalties;

    private final DenseSet changed;

    /** @param nodes number of nodes, >= 1 */
    protected SourcePenaltySharing(int nodes) {
        super(nodes);
        penalties = new double[nodes];
        changed = new DenseSet(nodes);
    }

    @Override
    public final void recomputeGroups(GroupConsumer groups) {
        changed.clear();
        update();
        for (int i = 0; i < changed.size(); i++) {
            groups.groupRate(changed.get(i), 1 / penalties[changed.get(i)]);
        }
        for (int flow = started.take(); flow >= 0; flow = started.take()) {
            groups.moved(flow, graph.source(batches.of(flow)));
        }
    }

    @Override
    public final void recompute(RateConsumer rates) {
        changed.clear();
        update();
        for (int i = 0; i < changed.size(); i++) {
            int source = changed.get(i);
            for (int batch = graph.firstOut(source); batch >= 0; batch = graph.nextOut(batch)) {
                for (int flow = batches.first(batch); flow >= 0; flow = batches.next(flow)) {
                    rates.rate(flow, 1 / penalties[source]);
                }
            }
        }
        for (int flow = started.take(); flow >= 0; flow = started.take()) {
            int source = graph.source(batches.of(flow));
            if (!changed.contains(source)) {
                rates.rate(flow, 1 / penalties[source]);
            }
        }
    }

    /**
     * Sets the penalty of a node that sends, finite and >= 1. One that had no messages before may have to be set
     * although it is the same as for the messages before; setting the same value again is harmless.
     */
    protected final void setPenalty(int source, double penalty) {
        if (penalties[source] != penalty) {
            penalties[source] = penalty;
            changed.add(source);
        }
    }

    @Override
    protected final double penalty(int batch) {
        return penalties[graph.source(batch)];
    }
}
