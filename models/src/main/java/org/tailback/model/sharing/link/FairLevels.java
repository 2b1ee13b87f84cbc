package org.tailback.model.sharing.link;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.tailback.columns.Columns;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.PartSharing;

/**
 * Weighted max-min fair levels [1] of all batches, with the amounts and bounds that determine them. Batch b consists of
 * n(b) messages, each at the rate level / w(b). Together they use n(b) a(b, l) / w(b) of each link l on their route per
 * unit of the level. A batch stops at its bound, or at the level at which its bottleneck is full. The bottleneck is the
 * first of its links to fill.
 *
 * <p><b>Links that are not shared</b> give every message their whole capacity and are full as soon as one message uses
 * it. As in SimGrid (FATPIPE), the level is common to all messages on the link, so a message of a larger weight gets
 * less.
 *
 * <p><b>Links with a transit link</b> do not limit messages. Where such a link is full, its batches continue to rise
 * without using more of the link, and use twice their amount of the transit link:
 *
 * <pre>
 * taken of the transit link  = amount * (level + (level - level at which the link was full))
 * </pre>
 *
 * <p>[1] D. Bertsekas, R. Gallager: Data Networks, 2nd ed. 1992, section 6.5.2.
 */
final class FairLevels {
    /** Level of a batch that is not yet fixed. */
    static final double RISING = Double.POSITIVE_INFINITY;
    /** Level of a link whose batches all stop elsewhere and exceed its capacity. */
    static final double OVERFULL = -1;
    /** Fraction of a link's capacity that rounding may leave unused. */
    static final double ROUNDING = PartSharing.TOLERANCE;

    final Crossings crossings;
    private final LevelConsumer consumer;
    private final int links;
    /** Whether a link gives every message its whole capacity, by link of the topology. */
    private final boolean[] unshared;
    /** Transit link, or -1, by link; empty if no link has one. */
    private final int[] transit;

    /** Whether at least one link has a transit link. */
    final boolean relieves;
    /** Crossing of the same batch that a crossing of a transit link relieves, or -1, by crossing. */
    private int[] relieved = {};

    /** Capacity of the link that one message uses per unit of the level, by crossing. */
    double[] part = new double[64];

    /** Capacity of the link that the batch uses per unit of the level, by crossing. */
    double[] amount = new double[64];

    /** Upper bound of the level, by batch. */
    double[] bound;

    /** Level of the batch, by batch; {@link #RISING} if not yet fixed. */
    double[] stoppedAt;

    /** Level at which a link is full, which is the level of its fastest batches, by link; 0 if it is not full. */
    double[] level = new double[0];

    /** Batches opened since the last filling, some of which may have ended. */
    private int[] opened = {};

    private int openedCount;
    private int crossed;
    private double leastBound = RISING;

    @FunctionalInterface
    interface LevelConsumer {
        void level(int batch, double level);
    }

    /**
     * Creates levels without batches.
     *
     * @param consumer receiver of the levels of batches, changed or not
     * @param unshared true if a link gives every message its whole capacity, by link of the topology
     * @param transit transit link or -1, by link of the topology; empty if no link has one
     * @param expected initial capacity in batches, >= 0
     */
    FairLevels(Crossings crossings, LevelConsumer consumer, boolean[] unshared, int[] transit, int expected) {
        this.crossings = crossings;
        this.consumer = consumer;
        this.unshared = unshared;
        this.transit = transit;
        relieves = transit.length > 0;
        links = unshared.length;
        bound = new double[Math.max(16, expected)];
        stoppedAt = new double[bound.length];
        level = new double[links];
    }

    /**
     * Adds a batch of one message whose route is already in the crossings.
     *
     * @param parts capacity of each link that the message uses per unit of its level, finite, > 0
     * @param highest upper bound of the level of the batch, > 0; infinite for none
     */
    void opened(int batch, double[] parts, double highest) {
        if (crossings.capacity() > amount.length || batch >= stoppedAt.length || crossings.links() > level.length) {
            part = Columns.fit(part, crossings.capacity() - 1);
            amount = Columns.fit(amount, crossings.capacity() - 1);
            bound = Columns.fit(bound, batch);
            stoppedAt = Columns.fit(stoppedAt, batch);
            // one entry for each visited link
            level = Arrays.copyOf(level, Math.max(level.length, crossings.links()));
        }
        System.arraycopy(parts, 0, part, crossings.first(batch), crossings.length(batch));
        System.arraycopy(parts, 0, amount, crossings.first(batch), crossings.length(batch));
        bound[batch] = highest;
        leastBound = crossed == 0 ? highest : Math.min(leastBound, highest);
        stoppedAt[batch] = RISING;
        opened = Columns.fit(opened, openedCount);
        opened[openedCount++] = batch;
        crossed += crossings.length(batch);
        if (relieves) {
            findRelieved(batch);
        }
    }

    private void findRelieved(int batch) {
        relieved = Columns.fit(relieved, crossings.capacity() - 1);
        int first = crossings.first(batch);
        int end = first + crossings.length(batch);
        Arrays.fill(relieved, first, end, -1);
        for (int c = first; c < end; c++) {
            int behind = transitOf(crossings.linkOf(c));
            for (int d = behind < 0 ? end : first; d < end; d++) {
                relieved[d] = crossings.linkOf(d) == behind ? c : relieved[d];
            }
        }
    }

    int transitOf(int link) {
        return link < transit.length ? transit[link] : -1;
    }

    /**
     * Returns the level at which the link relieved by a crossing was full; infinite if there is no such link or it is
     * not full.
     */
    double relievedFrom(int crossing) {
        int by = relieves ? relieved[crossing] : -1;
        double at = by < 0 ? 0 : level[crossings.linkOf(by)];
        return at > 0 ? at : RISING;
    }

    /** Returns the capacity of a link that a batch uses at its level, bytes per second. */
    double taken(int crossing) {
        double stopped = stoppedAt[crossings.flowOf(crossing)];
        int link = crossings.linkOf(crossing);
        double until = transitOf(link) >= 0 && level[link] > 0 ? Math.min(stopped, level[link]) : stopped;
        return amount[crossing] * (until + Math.max(0, stopped - relievedFrom(crossing)));
    }

    void resized(int batch, int messages) {
        int end = crossings.first(batch) + crossings.length(batch);
        for (int c = crossings.first(batch); c < end; c++) {
            amount[c] = isUnshared(crossings.linkOf(c)) ? part[c] : messages * part[c];
        }
    }

    void closed(int batch) {
        crossed -= crossings.length(batch);
    }

    /** Visits the batches opened since the last filling. */
    void forEachOpened(IntConsumer visitor) {
        for (int i = 0; i < openedCount; i++) {
            if (crossings.length(opened[i]) > 0) {
                visitor.accept(opened[i]);
            }
        }
    }

    /** Marks all links as filled. */
    void filled() {
        openedCount = 0;
    }

    /** Returns the number of crossings in use. */
    int crossed() {
        return crossed;
    }

    /** Returns a lower bound of the bounds of all batches. */
    double leastBound() {
        return leastBound;
    }

    boolean isUnshared(int link) {
        return link < links && unshared[link];
    }

    /**
     * Returns the level at which a link is full if its batches stop at given levels elsewhere: below {@code from} if
     * they exceed its capacity, infinite if they do not fill it. O(batches on the link * limits passed).
     *
     * @param room capacity of the link
     * @param from level below which no level changes
     * @param limits levels at which the batches stop elsewhere, in their order on the link
     */
    double fullAt(int link, double room, double from, double[] limits) {
        boolean alone = isUnshared(link);
        int[] on = crossings.on(link);
        int count = crossings.count(link);
        double low = from;
        while (true) {
            double left = room;
            double sum = 0;
            double nextLimit = RISING;
            for (int k = 0; k < count; k++) {
                double its = amount[on[k]];
                double limit = limits[k];
                if (limit > low) {
                    sum = alone ? Math.max(sum, its) : sum + its;
                    nextLimit = Math.min(nextLimit, limit);
                } else if (!alone) {
                    left -= its * limit;
                }
            }
            if (sum == 0) {
                return left < -ROUNDING * room ? OVERFULL : RISING;
            }
            double full = left / sum;
            if (nextLimit > full || full < low) {
                return full;
            }
            low = full;
        }
    }

    /** Sets the level of a batch. */
    void stop(int batch, double at) {
        stoppedAt[batch] = at;
        consumer.level(batch, at);
    }
}
