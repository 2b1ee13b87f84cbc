package org.tailback.network;

import org.tailback.columns.Columns;
import org.tailback.sharing.part.Batches;

/** Batches with rate limits, grouped by owner. */
final class BatchGroups {
    // arrays indexed by batch: its owner + 1, the next batch of the same owner + 1, and its limit; indexed by owner:
    // its first batch + 1
    private int[] owner = {};
    private int[] next = {};
    private double[] limit = {};
    private int[] first = {};

    /**
     * Adds a batch to the group of its owner.
     *
     * @param itsLimit limit in work per second; infinite for none
     */
    void add(int batch, int itsOwner, double itsLimit) {
        owner = Columns.fit(owner, batch);
        next = Columns.fit(next, batch);
        limit = Columns.fit(limit, batch);
        first = Columns.fit(first, itsOwner);
        owner[batch] = itsOwner + 1;
        next[batch] = first[itsOwner];
        limit[batch] = itsLimit;
        first[itsOwner] = batch + 1;
    }

    /** Removes a batch from its group. O(batches of the group). */
    void remove(int batch) {
        int its = owner(batch);
        owner[batch] = 0;
        if (first[its] == batch + 1) {
            first[its] = next[batch];
            return;
        }
        int before = first[its] - 1;
        while (next[before] != batch + 1) {
            before = next[before] - 1;
        }
        next[before] = next[batch];
    }

    boolean contains(int batch) {
        return batch < owner.length && owner[batch] > 0;
    }

    int owner(int batch) {
        return owner[batch] - 1;
    }

    double limit(int batch) {
        return limit[batch];
    }

    /** Returns the first batch of a group; {@link Batches#NONE} if it is empty. */
    int first(int itsOwner) {
        return itsOwner < first.length ? first[itsOwner] - 1 : Batches.NONE;
    }

    int next(int batch) {
        return next[batch] - 1;
    }
}
