package org.tailback.model.sharing.link;

import org.tailback.columns.Columns;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.DenseSet;
import org.tailback.sharing.part.PartSharing;

/**
 * Progressive filling [1]: the levels of all batches on some links rise together. Link l would be full at
 *
 * <pre>
 * level(l)  = left(l) / rising(l)      left(l)   = C(l) - sum of amount * level over the batches that have stopped
 *                                      rising(l) = sum of amounts over the batches that still rise
 * </pre>
 *
 * The lowest link is full first. Its batches stop there: it is their bottleneck, and their other links lose the
 * capacity that they take. The other batches continue to rise. A bound of a batch is a link that only this batch
 * crosses. Of a link that is not shared, left(l) = C(l), and rising(l) is the largest part that one message takes. The
 * level at which a transit link would be full may fall while others rise, never below the present level.
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
 * <p>[1] D. Bertsekas, R. Gallager: Data Networks, 2nd ed. 1992, section 6.5.2.
 */
final class ProgressiveFilling {
    private static final double BAND = 1.02;
    /** If more than 1 / this number of the links are reached, all are filled, connected or not. */
    private static final int DENSE = 4;

    private static final double RISING = FairLevels.RISING;

    private final Crossings crossings;
    private final FairLevels levels;
    private final boolean relieves;

    // of the present filling
    private double[] capacity = {};
    private double[] amount = {};
    private double[] bound = {};
    private double[] stoppedAt = {};

    /** Links, and bounds as ~batch, that were full in the last filling. */
    private int[] full = new int[0];

    private int fullCount;

    // by link
    private double[] left = new double[0];
    private double[] rising = new double[0];
    private int[] count = new int[0];

    /** Links with rising batches and, as ~batch, bounds of rising batches; those in the present band first. */
    private int[] candidates = new int[16];

    private int candidateCount;
    private int inBand;

    private boolean searching;

    ProgressiveFilling(FairLevels levels) {
        this.levels = levels;
        crossings = levels.crossings;
        relieves = levels.relieves;
    }

    /**
     * Fills all links. Where links have transit links, only those that a change can reach: those connected with changed
     * ones by batches that may rise, unless they are many, as searching them costs more than filling.
     *
     * @param reached the links at which something changed, all links of new batches among them; emptied
     * @param from batches that stopped below this level stay as they are
     * @param capacities by link, > 0
     */
    void fill(DenseSet reached, double from, double[] capacities) {
        capacity = capacities;
        amount = levels.amount;
        bound = levels.bound;
        stoppedAt = levels.stoppedAt;
        int links = levels.level.length;
        if (links > left.length) {
            left = new double[links];
            rising = new double[links];
            count = new int[links];
        }
        candidateCount = 0;
        fullCount = 0;
        searching = true;
        // a search reaches more links on the way
        for (int i = 0; i < reached.size(); i++) {
            if (searching && (!relieves || reached.size() > links / DENSE)) {
                searching = false;
                for (int link = Math.min(capacity.length, links); --link >= 0; ) {
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
        double before = levels.level[link];
        if (before > 0 && before < from) {
            return;
        }
        levels.level[link] = 0;
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
                room -= relieves ? levels.taken(crossing) : its * stopped;
                continue;
            }
            if (relieves && levels.relievedFrom(crossing) < from) {
                room += its * levels.relievedFrom(crossing);
                its *= 2;
            }
            sum += its;
            risingHere++;
            // a bound above the capacity of the link has no effect
            if (crossing == crossings.first(batch) && bound[batch] * levels.part[crossing] < capacity[link]) {
                addCandidate(~batch);
            }
            stoppedAt[batch] = RISING;
            for (int i = searching && stopped < RISING ? crossings.length(batch) : 0; --i >= 0; ) {
                reached.add(crossings.link(batch, i));
            }
        }
        if (risingHere > 0) {
            boolean alone = levels.isUnshared(link);
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
        levels.level[link] = at;
        if (levels.transitOf(link) >= 0) {
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
        int behind = levels.transitOf(link);
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
        levels.stop(batch, at);
        int first = crossings.first(batch);
        for (int c = first + crossings.length(batch); --c >= first; ) {
            int other = crossings.linkOf(c);
            count[other]--;
            if (levels.isUnshared(other)) {
                rising[other] = largestRising(other);
                continue;
            }
            double its = relieves && levels.relievedFrom(c) < RISING ? 2 * amount[c] : amount[c];
            left[other] -= its * at;
            rising[other] -= its;
        }
    }
}
