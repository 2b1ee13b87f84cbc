package org.tailback.model.sharing.link;

import org.tailback.columns.Columns;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.DenseSet;
import org.tailback.sharing.part.PartSharing;

/**
 * Progressive filling [1]: the levels of all batches on given links rise together. Link l would be full at
 *
 * <pre>
 * level(l)  = left(l) / rising(l)      left(l)   = C(l) - sum of amount * level over the batches that have stopped
 *                                      rising(l) = sum of amounts over the batches that still rise
 * </pre>
 *
 * The lowest link is full first. Its batches stop there: the link is their bottleneck, and their other links lose the
 * capacity that these batches use. All other batches continue to rise. A bound of a batch is a link that only this
 * batch crosses. For a link that is not shared, left(l) = C(l), and rising(l) is the largest amount that one message
 * uses. The level at which a transit link would be full may fall while other levels rise, but never below the current
 * level.
 *
 * <p><b>Worked example</b> (in ProgressiveFillingTest), links 0 to 2 of capacities 6, 10, 10; batches of one message a:
 * 0 and 1, b: 0 and 2, c: 1, and d of two messages: 1. Link 0 would be full at 3, link 1 at 2.5, link 2 at 10. So a, c,
 * d stop at 2.5. Link 0 has 3.5 left for b, which stops there.
 *
 * <p><b>Cost.</b> Every batch is visited from each of its links and stops once. The lowest link is searched in bands of
 * levels within {@link #BAND} of the lowest level: O(crossings + links * bands + links in a band * levels in it).
 *
 * <p><b>Rounding.</b> Links whose levels differ by at most {@link PartSharing#TOLERANCE} are full at the same level,
 * the lowest of these levels. Messages in equal positions therefore have equal rates.
 *
 * <p>[1] D. Bertsekas, R. Gallager: Data Networks, 2nd ed. 1992, section 6.5.2.
 */
final class ProgressiveFilling {
    private static final double BAND = 1.02;
    /** Inverse of the fraction of reached links above which all links are filled, connected or not. */
    private static final int DENSE = 4;

    private static final double RISING = FairLevels.RISING;

    private final Crossings crossings;
    private final FairLevels levels;
    private final boolean relieves;

    // fields of the current filling
    private double[] capacity = {};
    private double[] amount = {};
    private double[] bound = {};
    private double[] stoppedAt = {};

    /** Links, and bounds as ~batch, that were full in the last filling. */
    private int[] full = new int[0];

    private int fullCount;

    // arrays by link
    private double[] left = new double[0];
    private double[] rising = new double[0];
    private int[] count = new int[0];

    /** Links with rising batches and, as ~batch, bounds of rising batches; members of the current band first. */
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
     * Fills all links. If there are transit links, only links that a change can reach are filled: links connected with
     * changed links by batches that may rise. If their number is large, all links are filled, because the search costs
     * more than the filling.
     *
     * @param reached links with changed batches or capacity, including all links of new batches; emptied
     * @param from level below which the levels of batches do not change
     * @param capacities capacities by link, > 0
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
        // the search adds more links to the reached links
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
                // rounding may result in a level slightly below the last one
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
     * Returns the updated lowest level in the band. Links above a level are removed from the band, and links without
     * rising batches from the candidates.
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

    /** Lets the batches of a full link continue to rise and use its transit link. */
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
        // the transit link may have entered the band
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
