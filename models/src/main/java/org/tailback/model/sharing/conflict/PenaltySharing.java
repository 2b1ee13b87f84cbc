package org.tailback.model.sharing.conflict;

import java.util.Arrays;

/**
 * Penalties batch by batch. A model says which penalties a change can reach and what they are now; this class remembers
 * the penalties, raises those below 1, and reports those that changed.
 *
 * <p>A batch that has had {@link #MANY} messages at once is a group, so that a changed penalty costs the network O(1) however many
 * messages it has. Messages of smaller ones have rates of their own, which costs less than the clock of a group.
 *
 * <p>Nothing is allocated per start, end or recomputation, apart from arrays that grow.
 */
public abstract class PenaltySharing extends ConflictSharing {
    /** Messages that make a batch a group. */
    private static final int MANY = 8;

    /** By batch: not a number if none was set since it opened, so that the first one is always reported. */
    private double[] penalties = new double[16];

    private boolean[] isRaised = new boolean[16];
    private boolean[] isGroup = new boolean[16];
    private final DenseSet changed = new DenseSet(16);
    private long raised;

    /** @param nodes number of nodes, >= 1 */
    protected PenaltySharing(int nodes) {
        super(nodes);
    }

    @Override
    final void opened(int batch) {
        if (batch >= penalties.length) {
            int length = Math.max(batch + 1, penalties.length + (penalties.length >> 1));
            penalties = Arrays.copyOf(penalties, length);
            isRaised = Arrays.copyOf(isRaised, length);
            isGroup = Arrays.copyOf(isGroup, length);
        }
        penalties[batch] = Double.NaN;
        isGroup[batch] = false;
    }

    @Override
    public final void recompute(RateConsumer rates) {
        changed.clear();
        update();
        for (int i = 0; i < changed.size(); i++) {
            int batch = changed.get(i);
            countRaised(batch, graph.messages(batch));
            reportMessages(batch, rates);
        }
        for (int flow = nextStarted(); flow >= 0; flow = nextStarted()) {
            int batch = batches.of(flow);
            if (!changed.contains(batch)) {
                countRaised(batch, 1);
                rates.rate(flow, 1 / penalties[batch]);
            }
        }
    }

    @Override
    public final void recomputeGroups(GroupConsumer groups) {
        changed.clear();
        update();
        for (int i = 0; i < changed.size(); i++) {
            int batch = changed.get(i);
            countRaised(batch, graph.messages(batch));
            if (isGroup[batch]) {
                groups.groupRate(batch, 1 / penalties[batch]);
            } else if (graph.messages(batch) >= MANY) {
                becomeGroup(batch, groups);
            } else {
                reportMessages(batch, groups);
            }
        }
        for (int flow = nextStarted(); flow >= 0; flow = nextStarted()) {
            int batch = batches.of(flow);
            if (!changed.contains(batch)) {
                countRaised(batch, 1);
            }
            if (isGroup[batch]) {
                groups.moved(flow, batch);
            } else if (!changed.contains(batch)) {
                groups.rate(flow, 1 / penalties[batch]);
            }
        }
    }

    private void reportMessages(int batch, RateConsumer rates) {
        double rate = 1 / penalties[batch];
        for (int flow = batches.first(batch); flow >= 0; flow = batches.next(flow)) {
            rates.rate(flow, rate);
        }
    }

    private void becomeGroup(int batch, GroupConsumer groups) {
        isGroup[batch] = true;
        groups.groupRate(batch, 1 / penalties[batch]);
        for (int flow = batches.first(batch); flow >= 0; flow = batches.next(flow)) {
            // new ones come later
            if (!isNew(flow)) {
                groups.moved(flow, batch);
            }
        }
    }

    private void countRaised(int batch, int messages) {
        raised += isRaised[batch] ? messages : 0;
    }

    /**
     * Sets the penalty of a batch's messages, finite and > 0; one below 1 (faster than alone) becomes 1. Reports it if it changed. Setting
     * the same value again is harmless.
     */
    protected final void setPenalty(int batch, double penalty) {
        double atLeastOne = Math.max(1, penalty);
        if (penalties[batch] != atLeastOne) {
            penalties[batch] = atLeastOne;
            changed.add(batch);
        }
        isRaised[batch] = penalty < 1;
    }

    /** How many penalties of messages were raised to 1 so far. */
    protected final long raised() {
        return raised;
    }

    /** The penalty that was set last; not a number if none was set since the batch opened. */
    @Override
    protected final double penalty(int batch) {
        return penalties[batch];
    }
}
