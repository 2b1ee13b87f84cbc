package org.tailback.model.sharing.conflict;

import java.util.Arrays;
import org.tailback.sharing.GroupedSharing;

/**
 * Penalties that all messages of a source have in common: the source node is the group of a message, so that a changed penalty
 * costs the network O(1) however many messages leave the node.
 *
 * <p>Nothing is allocated per start, end or recomputation, apart from arrays that grow.
 */
public abstract class SourcePenaltySharing extends ConflictSharing implements GroupedSharing {
    /** By node; that of a node which sends nothing is the last one it had, 0 if it had none. */
    private final double[] penalties;

    private final DenseSet changed;
    private int[] started = new int[16];
    private int starts;
    private boolean[] isNew = new boolean[16];

    /** @param nodes number of nodes, >= 1 */
    protected SourcePenaltySharing(int nodes) {
        super(nodes);
        penalties = new double[nodes];
        changed = new DenseSet(nodes);
    }

    @Override
    final void forgetPenalty(int flow) {
        if (flow >= isNew.length) {
            isNew = Arrays.copyOf(isNew, Math.max(flow + 1, isNew.length + (isNew.length >> 1)));
        }
        isNew[flow] = true;
        if (starts == started.length) {
            started = Arrays.copyOf(started, 2 * starts);
        }
        started[starts++] = flow;
    }

    @Override
    public final double rateFactor(int flow) {
        return 1;
    }

    @Override
    public final void recomputeGroups(GroupConsumer groups) {
        changed.clear();
        update();
        for (int i = 0; i < changed.size(); i++) {
            groups.groupRate(changed.get(i), 1 / penalties[changed.get(i)]);
        }
        for (int i = 0; i < starts; i++) {
            if (isNowOld(started[i])) {
                groups.moved(started[i], graph.source(started[i]));
            }
        }
        starts = 0;
    }

    @Override
    public final void recompute(RateConsumer rates) {
        changed.clear();
        update();
        for (int i = 0; i < changed.size(); i++) {
            int source = changed.get(i);
            for (int f = graph.firstOut(source); f >= 0; f = graph.nextOut(f)) {
                isNew[f] = false;
                rates.rate(f, 1 / penalties[source]);
            }
        }
        for (int i = 0; i < starts; i++) {
            if (isNowOld(started[i])) {
                rates.rate(started[i], 1 / penalties[graph.source(started[i])]);
            }
        }
        starts = 0;
    }

    /** True once for a flow that has started since the last recomputation and is in flight. */
    private boolean isNowOld(int flow) {
        boolean result = isNew[flow] && graph.contains(flow);
        isNew[flow] = false;
        return result;
    }

    /**
     * Sets the penalty of a node that sends, finite and >= 1. One that had no messages before may have to be set although it is the same as
     * for the messages before; setting the same value again is harmless.
     */
    protected final void setPenalty(int source, double penalty) {
        if (penalties[source] != penalty) {
            penalties[source] = penalty;
            changed.add(source);
        }
    }

    @Override
    protected final double penalty(int flow) {
        return penalties[graph.source(flow)];
    }

    @Override
    protected final boolean hasPenalty(int flow) {
        return !isNew[flow];
    }
}
