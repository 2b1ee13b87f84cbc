package org.tailback.model.sharing.conflict;

import java.util.Arrays;

/**
 * Penalties batch by batch. A model says which penalties a change can reach and what they are now; this class raises
 * those below 1, remembers the rates that follow, and reports those that changed ({@link
 * org.tailback.model.sharing.reach.BatchRates}).
 *
 * <p>Nothing is allocated per start, end or recomputation, apart from arrays that grow.
 */
public abstract class PenaltySharing extends ConflictSharing {
    /** By batch. */
    private double[] penalties = new double[16];

    private boolean[] isRaised = new boolean[16];
    private long raised;

    /** @param nodes number of nodes, >= 1 */
    protected PenaltySharing(int nodes) {
        super(nodes);
    }

    @Override
    protected final void opened(int batch, int source, int destination, double pace) {
        super.opened(batch, source, destination, pace);
        if (batch >= penalties.length) {
            int length = Math.max(batch + 1, penalties.length + (penalties.length >> 1));
            penalties = Arrays.copyOf(penalties, length);
            isRaised = Arrays.copyOf(isRaised, length);
        }
        isRaised[batch] = false;
        // not a number: differs from every penalty
        penalties[batch] = Double.NaN;
    }

    /**
     * Sets the penalty of a batch's messages, finite and > 0; one below 1 (faster than alone) becomes 1. Reports it if
     * it changed. Setting the same value again is harmless.
     */
    protected final void setPenalty(int batch, double penalty) {
        if (penalty < 1 && !isRaised[batch]) {
            raised += graph.messages(batch);
        }
        isRaised[batch] = penalty < 1;
        double atLeastOne = Math.max(1, penalty);
        if (penalties[batch] != atLeastOne) {
            penalties[batch] = atLeastOne;
            setRate(batch, 1 / atLeastOne);
        }
    }

    /**
     * How many penalties of messages were raised to 1 so far; one that joins messages whose penalty is raised does not
     * count.
     */
    protected final long raised() {
        return raised;
    }

    /** The penalty that was set last; not a number if none was set since the batch opened. */
    @Override
    protected final double penalty(int batch) {
        return penalties[batch];
    }
}
