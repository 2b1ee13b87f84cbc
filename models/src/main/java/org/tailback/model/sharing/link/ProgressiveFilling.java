package org.tailback.model.sharing.link;

import java.util.Arrays;
import org.tailback.columns.Columns;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.DenseSet;
import org.tailback.sharing.part.PartSharing;

/**
 * Progressive filling [1]: the weighted max-min fair levels of all batches on some links.
 *
 * <p>Batch b is n(b) messages, each at the rate level / w(b). Together they take the amount n(b) a(b, l) / w(b) of each
 * link l on their route per unit of the level. The levels of all batches rise together. Link l would be full at
 *
 * <pre>
 * level(l)  = left(l) / rising(l)      left(l)   = C(l) - sum of amount * level over the batches that have stopped
 *                                      rising(l) = sum of amounts over the batches that still rise
 * </pre>
 *
 * The lowest link is full first. Its batches stop there: it is their bottleneck, and their other links lose what they
 * take. The other batches rise on. A bound of a batch is a link that only this batch crosses.
 *
 * <p><b>Worked example</b> (in ProgressiveFillingTest), links 0 to 2 of capacities 6, 10, 10; batches of one message a:
 * 0 and 1, b: 0 and 2, c: 1, and d of two messages: 1. Full would be link 0 at 3, 1 at 2.5, 2 at 10. So a, c, d stop at
 * 2.5. Link 0 has 3.5 left for b, which stops there.
 *
 * <p><b>Cost.</b> Every batch is visited from each of its links and stops once. Links are searched for the lowest in
 * bands of levels, those within {@link #BAND} of the lowest: O(crossings + links * bands + links in a band * levels in
 * it).
 *
 * <p><b>Rounding.</b> Links whose levels differ by no more than {@link PartSharing#TOLERANCE} are full at the same
 * level, the lowest of them. So messages in equal positions have equal rates.
 *
 * <p><b>Links that are not shared</b> give every message their whole capacity. They are full as soon as one message
 * takes it: then left(l) = C(l), and rising(l) is the largest part that one message takes. As in SimGrid (FATPIPE), the
 * level is common to all messages on the link: one of a larger weight gets less.
 *
 * <p><b>Links with a transit link</b> hold no message back. Where such a link is full, its batches rise on, take no more
 * of it, and twice their amount of the transit link:
 *
 * <pre>
 * taken of the transit link  = amount * (level + (level - level at which the link was full))
 * </pre>
 *
 * <p>So the level at which the transit link would be full may fall while others rise, never below the present level.
 *
 * <p>[1] D. Bertsekas, R. Gallager: Data Networks, 2nd ed. 1992, section 6.5.2.
 */
final class ProgressiveFilling {
    private static final double BAND = 1.02;
    /** With more than this part of the links all are reached, connected or not. */
    private static final int DENSE = 4;

    private static final double RISING = Double.POSITIVE_INFINITY;

    private final Crossings crossings;
    private final LevelConsumer levels;
    private final int links;
    /** By link, connections behind those of the topology not among them. */
    private final boolean[] unshared;
    /** By link: its transit link, or -1. Empty if none has one. */
    private final int[] transit;

    private final boolean relieves;
    /** By crossing of a transit link: the crossing of the same batch that it relieves, or -1. */
    private int[] relieved = {};

    // of the present filling, by link
    private double[] capacity = new double[0];

    /**
     * By crossing: the part that one message takes, and the amount that all messages of the batch take, per unit of the
     * level.
     */
    private double[] part = new double[64];

    private double[] amount = new double[64];

    // by batch
    private double[] bound;
    private double[] stoppedAt;

    /** Links, and bounds as ~batch, that were full in the last filling. */
    private int[] full = new int[0];

    private int fullCount;

    // by link
    /** The level at which it was full in the last filling that included it; 0 if it was not. */
    private double[] level = new double[0];

    private double[] left = new double[0];
    private double[] rising = new double[0];
    private int[] count = new int[0];

    /** Links with rising batches and, as ~batch, bounds of rising batches; those in the present band first. */
    private int[] candidates = new int[16];

    private int candidateCount;
    private int inBand;

    private boolean searching;

    @FunctionalInterface
    interface LevelConsumer {
        void level(int batch, double level);
    }

    /**
     * @param levels receives the levels of batches, changed or not
     * @param unshared by link, those that are always there: whether it gives every message its whole capacity
     * @param transit by link, those that are always there: its transit link, or -1; empty if none has one
     * @param expected batches that there is room for at once, >= 0
     */
    ProgressiveFilling(Crossings crossings, LevelConsumer levels, boolean[] unshared, int[] transit, int expected) {
        this.crossings = crossings;
        this.levels = levels;
        this.unshared = unshared;
        this.transit = transit;
        relieves = transit.length > 0;
        links = unshared.length;
        bound = new double[Math.max(16, expected)];
        stoppedAt = new double[bound.length];
        reserve(links);
    }

    /**
     * Adds a batch of one message that has been put on its route.
     *
     * @param parts for each link the part that the message takes per unit of its level, finite, > 0
     * @param highest the level that the batch does not exceed, > 0; infinite for none
     */
    void opened(int batch, double[] parts, double highest) {
        if (crossings.capacity() > amount.length || batch >= stoppedAt.length || crossings.links() > level.length) {
            part = Columns.fit(part, crossings.capacity() - 1);
            amount = Columns.fit(amount, crossings.capacity() - 1);
            bound = Columns.fit(bound, batch);
            stoppedAt = Columns.fit(stoppedAt, batch);
            reserve(crossings.links());
        }
        System.arraycopy(parts, 0, part, crossings.first(batch), crossings.length(batch));
        System.arraycopy(parts, 0, amount, crossings.first(batch), crossings.length(batch));
        bound[batch] = highest;
        stoppedAt[batch] = RISING;
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

    private int transitOf(int link) {
        return link < transit.length ? transit[link] : -1;
    }

    /** The level at which the link was full that a crossing relieves; infinite if there is none, or it is not full. */
    private double relievedFrom(int crossing) {
        int by = relieves ? relieved[crossing] : -1;
        double at = by < 0 ? 0 : level[crossings.linkOf(by)];
        return at > 0 ? at : RISING;
    }

    private void reserve(int links) {
        // as long as there are links, which are walked
        if (links > level.length) {
            level = Arrays.copyOf(level, links);
            left = Arrays.copyOf(left, links);
            rising = Arrays.copyOf(rising, links);
            count = Arrays.copyOf(count, links);
        }
    }

    void resized(int batch, int messages) {
        int end = crossings.first(batch) + crossings.length(batch);
        for (int c = crossings.first(batch); c < end; c++) {
            amount[c] = isUnshared(crossings.linkOf(c)) ? part[c] : messages * part[c];
        }
    }

    private boolean isUnshared(int link) {
        return link < links && unshared[link];
    }

    double amount(int crossing) {
        return amount[crossing];
    }

    double bound(int batch) {
        return bound[batch];
    }

    /** The level of a batch in the last filling; infinite if it was in none. */
    double level(int batch) {
        return stoppedAt[batch];
    }

    /** The lowest level at which a batch took another amount of a link, or stopped, in the last filling. */
    double firstLevel(int batch) {
        double lowest = stoppedAt[batch];
        for (int i = relieves ? crossings.length(batch) : 0; --i >= 0; ) {
            lowest = Math.min(lowest, relievedFrom(crossings.first(batch) + i));
        }
        return lowest;
    }

    /** What a batch took of a link in the last filling. */
    double taken(int crossing) {
        double stopped = stoppedAt[crossings.flowOf(crossing)];
        int link = crossings.linkOf(crossing);
        double until = transitOf(link) >= 0 && level[link] > 0 ? Math.min(stopped, level[link]) : stopped;
        return amount[crossing] * (until + Math.max(0, stopped - relievedFrom(crossing)));
    }

    /**
     * Fills the links that a change can reach: those connected with changed ones by batches that may rise, or all links
     * where those are many, as searching them costs more than filling.
     *
     * @param reached the links at which something changed, all links of new batches among them; emptied
     * @param from batches that stopped below this level stay as they are
     * @param capacities by link, > 0
     */
    void fill(DenseSet reached, double from, double[] capacities) {
        capacity = capacities;
        candidateCount = 0;
        fullCount = 0;
        searching = true;
        // more are reached on the way
        for (int i = 0; i < reached.size(); i++) {
            if (searching && reached.size() > links / DENSE) {
                searching = false;
                for (int link = Math.min(capacity.length, level.length); --link >= 0; ) {
                    reached.add(link);
                }
            }
            prepare(reached.get(i), from, reached);
        }
        reached.clear();
        double lowest = 0;
        while (candidateCount > 0) {
            inBand = candidateCount;
            double highest = BAND * lowestInBand(RISING);
            for (double next = lowestInBand(highest); inBand > 0; next = lowestInBand(highest)) {
                // rounding may have it a little below the last one
                lowest = Math.max(lowest, next);
                stopFull(lowest);
            }
        }
    }

    private void prepare(int link, double from, DenseSet reached) {
        // a full link at a lower level has no rising batch
        if (level[link] > 0 && level[link] < from) {
            return;
        }
        level[link] = 0;
        double room = capacity[link];
        double sum = 0;
        int risingHere = 0;
        int[] on = crossings.on(link);
        for (int k = crossings.count(link); --k >= 0; ) {
            int crossing = on[k];
            int batch = crossings.flowOf(crossing);
            double its = amount[crossing];
            double stopped = stoppedAt[batch];
            if (stopped < from) {
                room -= relieves ? taken(crossing) : its * stopped;
                continue;
            }
            if (relieves && relievedFrom(crossing) < from) {
                room += its * relievedFrom(crossing);
                its *= 2;
            }
            sum += its;
            risingHere++;
            // a bound above what the link can give is none
            if (crossing == crossings.first(batch) && bound[batch] * part[crossing] < capacity[link]) {
                addCandidate(~batch);
            }
            stoppedAt[batch] = RISING;
            for (int i = searching && stopped < RISING ? crossings.length(batch) : 0; --i >= 0; ) {
                reached.add(crossings.link(batch, i));
            }
        }
        if (risingHere > 0) {
            boolean alone = isUnshared(link);
            left[link] = alone ? capacity[link] : room;
            rising[link] = alone ? largestRising(link) : sum;
            count[link] = risingHere;
            addCandidate(link);
        }
    }

    private double largestRising(int link) {
        double largest = 0;
        int[] on = crossings.on(link);
        for (int k = crossings.count(link); --k >= 0; ) {
            if (stoppedAt[crossings.flowOf(on[k])] == RISING) {
                largest = Math.max(largest, amount[on[k]]);
            }
        }
        return largest;
    }

    private void addCandidate(int link) {
        candidates = Columns.fit(candidates, candidateCount);
        candidates[candidateCount++] = link;
    }

    /**
     * The lowest level in the band, brought up to date; links above a level leave the band, links without rising
     * batches the candidates.
     */
    private double lowestInBand(double highest) {
        double lowest = Double.POSITIVE_INFINITY;
        for (int i = inBand; --i >= 0; ) {
            int link = candidates[i];
            if (link < 0 ? stoppedAt[~link] < RISING : count[link] == 0) {
                remove(i);
            } else {
                double now = link < 0 ? bound[~link] : left[link] / rising[link];
                if (now > highest) {
                    candidates[i] = candidates[--inBand];
                    candidates[inBand] = link;
                } else {
                    lowest = Math.min(lowest, now);
                }
            }
        }
        return lowest;
    }

    private void remove(int index) {
        candidates[index] = candidates[--inBand];
        candidates[inBand] = candidates[--candidateCount];
    }

    private void stopFull(double at) {
        int first = fullCount;
        for (int i = inBand; --i >= 0; ) {
            int link = candidates[i];
            double highest = at * (1 + PartSharing.TOLERANCE);
            if (link < 0 ? bound[~link] <= highest : left[link] <= highest * rising[link]) {
                full = Columns.fit(full, fullCount);
                full[fullCount++] = link;
                remove(i);
            }
        }
        for (int i = first; i < fullCount; i++) {
            stopBatches(full[i], at);
        }
    }

    private void stopBatches(int link, double at) {
        if (link < 0) {
            if (stoppedAt[~link] == RISING) {
                stop(~link, at);
            }
            return;
        }
        level[link] = at;
        if (transitOf(link) >= 0) {
            relieve(link, at);
            return;
        }
        int[] on = crossings.on(link);
        for (int i = crossings.count(link); --i >= 0 && count[link] > 0; ) {
            int batch = crossings.flowOf(on[i]);
            if (stoppedAt[batch] == RISING) {
                stop(batch, at);
            }
        }
    }

    /** Lets the batches of a full link rise on by its transit link. */
    private void relieve(int link, double at) {
        int behind = transit[link];
        int[] on = crossings.on(link);
        for (int i = crossings.count(link); --i >= 0; ) {
            int batch = crossings.flowOf(on[i]);
            for (int c = crossings.first(batch); stoppedAt[batch] == RISING; c++) {
                if (crossings.linkOf(c) == behind) {
                    left[behind] += amount[c] * at;
                    rising[behind] += amount[c];
                    break;
                }
            }
        }
        count[link] = 0;
        // the transit link may have come into the band
        inBand = candidateCount;
    }

    private void stop(int batch, double at) {
        stoppedAt[batch] = at;
        levels.level(batch, at);
        int first = crossings.first(batch);
        for (int c = first + crossings.length(batch); --c >= first; ) {
            int other = crossings.linkOf(c);
            count[other]--;
            if (isUnshared(other)) {
                rising[other] = largestRising(other);
                continue;
            }
            double its = relieves && relievedFrom(c) < RISING ? 2 * amount[c] : amount[c];
            left[other] -= its * at;
            rising[other] -= its;
        }
    }
}
