package org.tailback.model.sharing.conflict;

import java.util.Arrays;

/**
 * Penalties message by message. A model says which penalties a change can reach and what they are now; this class remembers
 * the penalties, and reports those that changed.
 *
 * <p>Nothing is allocated per start, end or recomputation, apart from arrays that grow.
 */
public abstract class PenaltySharing extends ConflictSharing {
    private double[] penalties = new double[16];
    private int[] changed = new int[16];
    private int changes;

    /** @param nodes number of nodes, >= 1 */
    protected PenaltySharing(int nodes) {
        super(nodes);
    }

    @Override
    final void forgetPenalty(int flow) {
        if (flow >= penalties.length) {
            penalties = Arrays.copyOf(penalties, Math.max(flow + 1, penalties.length + (penalties.length >> 1)));
        }
        // not a number: differs from every penalty, so that the first one is always reported
        penalties[flow] = Double.NaN;
    }

    @Override
    public final void recompute(RateConsumer rates) {
        changes = 0;
        update();
        for (int i = 0; i < changes; i++) {
            rates.rate(changed[i], 1 / penalties[changed[i]]);
        }
    }

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
    @Override
    protected final double penalty(int flow) {
        return penalties[flow];
    }

    @Override
    protected final boolean hasPenalty(int flow) {
        return !Double.isNaN(penalties[flow]);
    }
}
