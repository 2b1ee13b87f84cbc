package org.tailback.model.sharing.link;

import java.util.Arrays;
import org.tailback.model.sharing.reach.Batches;
import org.tailback.model.sharing.reach.Crossings;
import org.tailback.model.sharing.reach.DenseSet;

/**
 * Progressive filling [1]: the weighted max-min fair levels of all batches on some links, from nothing.
 *
 * <p>Batch b is n(b) messages, each at the rate level / w(b), which takes the part a(b, l) / w(b) of the level of every link l on its
 * route. The levels of all batches rise together. Link l would be full at
 *
 * <pre>
 * level(l) = left(l) / parts(l)       left(l)  = C(l) - sum of n(b) a(b, l) / w(b) level(b) over the batches that have stopped
 *                                     parts(l) = sum of n(b) a(b, l) / w(b) over those that still rise
 * </pre>
 *
 * The lowest link is full first. Its batches stop there: it is their bottleneck, and their other links lose what they take. The rest
 * rises on. A bound of a batch's own is a link that only this batch crosses, numbered {@code links + batch}.
 *
 * <p><b>Worked example</b> (in ProgressiveFillingTest), links 0 to 2 of capacities 6, 10, 10; batches of one message a: 0 and 1, b: 0
 * and 2, c: 1, and d of two messages: 1. Full would be link 0 at 3, 1 at 2.5, 2 at 10. So a, c, d stop at 2.5. Link 0 has 3.5 left
 * for b, which stops there.
 *
 * <p><b>Cost.</b> Every batch is visited from each of its links and stops once. The links are looked at by bands of levels, those within
 * {@link #BAND} of the lowest: O(crossings + links * bands + links in a band * levels in it).
 *
 * <p><b>Rounding.</b> Links whose levels differ by no more than {@link #TOLERANCE}, relative, are full at the same level, the lowest of
 * them: the rates of messages in equal positions are then equal bits. The comparison is with that lowest level, so that differences
 * do not add up from link to link.
 *
 * <p>[1] D. Bertsekas, R. Gallager: Data Networks, 2nd ed. 1992, section 6.5.2.
 */
final class ProgressiveFilling {
    /** Relative; some thousand times what is lost by rounding. */
    static final double TOLERANCE = 1e-12;

    private static final double BAND = 1.02;

    private final Crossings crossings;
    private final Batches batches;
    private final double[] capacity;
    private final int links;

    private double[] part = new double[64];
    private double[] bound = new double[0];
    /** By batch: the bottleneck that the network knows of, or NONE. It stays, if it still is one of several. */
    int[] known = new int[0];
    /** By link, and links + batch for bounds: the level at which it was full in the last filling that had it; 0 if it was not. */
    double[] level;
    /** The links that were full in the last filling, and how many. */
    int[] full = new int[16];

    int fullCount;
    /** The batches that stopped at another bottleneck than the known one in the last filling, how many, and where they stopped. */
    int[] restless = new int[0];

    int restlessCount;
    /** By batch. */
    int[] bottleneck = new int[0];

    private double[] left;
    private double[] parts;
    /** By link: how many batches still rise; by links + batch: 1 if it does. */
    private int[] rising;

    private double[] wouldBeFullAt;
    /** Links where batches rise: those in the present band first. */
    private int[] candidates = new int[16];

    private int candidateCount;
    private int inBand;
    private double highestInBand;
    /** True if every batch takes 1 of each of its links. */
    private boolean uniform;
    /** True if there was a message that takes something else. */
    private boolean weighted;
    /** True if there was a batch with a bound. */
    private boolean bounded;

    ProgressiveFilling(Crossings crossings, Batches batches, double[] capacity) {
        this.crossings = crossings;
        this.batches = batches;
        this.capacity = capacity;
        links = capacity.length;
        left = new double[0];
        parts = new double[0];
        rising = new int[0];
        level = new double[0];
        wouldBeFullAt = new double[0];
        // one batch for each node is common, and a node has two links
        grow(Math.max(16, links / 2));
    }

    /** A batch has been put on its route. */
    void opened(int batch) {
        if (part.length < crossings.capacity()) {
            part = Arrays.copyOf(part, crossings.capacity());
        }
        if (batch >= known.length) {
            grow(Math.max(batch + 1, 2 * known.length));
        }
        known[batch] = Batches.NONE;
        bottleneck[batch] = Batches.NONE;
    }

    private void grow(int length) {
        bound = Arrays.copyOf(bound, length);
        known = Arrays.copyOf(known, length);
        restless = Arrays.copyOf(restless, length);
        bottleneck = Arrays.copyOf(bottleneck, length);
        left = Arrays.copyOf(left, links + length);
        parts = Arrays.copyOf(parts, links + length);
        rising = Arrays.copyOf(rising, links + length);
        level = Arrays.copyOf(level, links + length);
        wouldBeFullAt = Arrays.copyOf(wouldBeFullAt, links + length);
    }

    /** What a message takes of a link per unit of its level, finite, > 0. */
    void setPart(int crossing, double value) {
        part[crossing] = value;
        weighted |= value != 1;
    }

    /** The level that a batch does not exceed, > 0; infinite for none. */
    void setBound(int batch, double value) {
        bound[batch] = value;
        bounded |= value < Double.POSITIVE_INFINITY;
    }

    double part(int crossing) {
        return part[crossing];
    }

    double bound(int batch) {
        return bound[batch];
    }

    /** The level of a batch in the last filling; not a number if it was in none. */
    double levelOf(int batch) {
        return bottleneck[batch] == Batches.NONE ? Double.NaN : level[bottleneck[batch]];
    }

    /**
     * Fills links.
     *
     * @param filled the links: all those of all batches on them that may have to stop at another level than before
     * @param from batches that stopped below this level stay as they are
     */
    void fill(DenseSet filled, double from) {
        prepare(filled, from);
        fullCount = 0;
        restlessCount = 0;
        double lowest = 0;
        while (candidateCount > 0) {
            double found = lowestInBand();
            if (inBand == 0 || found > highestInBand) {
                nextBand();
                continue;
            }
            // rounding may have it a little below the last one
            lowest = Math.max(lowest, found);
            int first = fullCount;
            takeFull(lowest);
            for (int i = first; i < fullCount; i++) {
                stop(full[i], lowest);
            }
        }
    }

    private void prepare(DenseSet filled, double from) {
        uniform = !weighted && batches.areSingle();
        candidateCount = 0;
        inBand = 0;
        for (int i = 0; i < filled.size(); i++) {
            int link = filled.get(i);
            // all batches on a full link stopped at its level or below
            if (level[link] == 0 || level[link] >= from) {
                prepareLink(link, from);
            }
        }
        for (int i = candidateCount; --i >= 0; ) {
            level[candidates[i]] = 0;
        }
    }

    private void prepareLink(int link, double from) {
        int[] on = crossings.on(link);
        double room = capacity[link];
        double sum = 0;
        int count = 0;
        boolean single = batches.areSingle();
        for (int k = crossings.count(link); --k >= 0; ) {
            int crossing = on[k];
            int batch = crossings.flowOf(crossing);
            double its = uniform ? 1 : single ? part[crossing] : batches.size(batch) * part[crossing];
            double stoppedAt = levelOf(batch);
            if (stoppedAt < from) {
                room -= its * stoppedAt;
            } else {
                sum += its;
                count++;
                // once for every batch that rises
                if (crossing == crossings.first(batch)) {
                    prepareBatch(batch);
                }
            }
        }
        if (count > 0) {
            addCandidate(link, room, sum, count);
        } else {
            level[link] = 0;
        }
    }

    private void prepareBatch(int batch) {
        rising[links + batch] = 1;
        if (bounded && bound[batch] < Double.POSITIVE_INFINITY) {
            addCandidate(links + batch, bound[batch], 1, 1);
        }
    }

    private void addCandidate(int link, double room, double sum, int count) {
        left[link] = room;
        parts[link] = sum;
        rising[link] = count;
        wouldBeFullAt[link] = room / sum;
        if (candidateCount == candidates.length) {
            candidates = Arrays.copyOf(candidates, 2 * candidateCount);
            full = Arrays.copyOf(full, 2 * candidateCount);
        }
        candidates[candidateCount++] = link;
    }

    /** Puts the links of the next band in front. */
    private void nextBand() {
        inBand = candidateCount;
        highestInBand = lowestInBand() * BAND;
        candidateCount = inBand;
        inBand = 0;
        for (int i = 0; i < candidateCount; i++) {
            int link = candidates[i];
            if (wouldBeFullAt[link] <= highestInBand) {
                candidates[i] = candidates[inBand];
                candidates[inBand++] = link;
            }
        }
    }

    /** Brings the levels of the band up to date and drops links where no batch rises any more. */
    private double lowestInBand() {
        double lowest = Double.POSITIVE_INFINITY;
        for (int i = inBand; --i >= 0; ) {
            int link = candidates[i];
            if (rising[link] > 0) {
                double now = left[link] / (uniform ? rising[link] : parts[link]);
                wouldBeFullAt[link] = now;
                lowest = Math.min(lowest, now);
            } else {
                dropFromBand(i);
            }
        }
        return lowest;
    }

    private void dropFromBand(int index) {
        candidates[index] = candidates[--inBand];
        candidates[inBand] = candidates[--candidateCount];
    }

    private void takeFull(double lowest) {
        double most = lowest * (1 + TOLERANCE);
        for (int i = inBand; --i >= 0; ) {
            int link = candidates[i];
            if (wouldBeFullAt[link] <= most) {
                level[link] = lowest;
                full[fullCount++] = link;
                dropFromBand(i);
            }
        }
    }

    /** The batches on a link stop rising. */
    private void stop(int link, double at) {
        if (link >= links) {
            stopBatch(link - links, link, at);
            return;
        }
        int[] on = crossings.on(link);
        for (int i = crossings.count(link); --i >= 0 && rising[link] > 0; ) {
            stopBatch(crossings.flowOf(on[i]), link, at);
        }
    }

    private void stopBatch(int batch, int link, double at) {
        if (rising[links + batch] == 0) {
            return;
        }
        rising[links + batch] = 0;
        int old = known[batch];
        if (old == Batches.NONE || (old != link && level[old] != at)) {
            bottleneck[batch] = link;
            restless[restlessCount++] = batch;
        } else {
            bottleneck[batch] = old;
        }
        int first = crossings.first(batch);
        int end = first + crossings.length(batch);
        if (uniform) {
            for (int c = first; c < end; c++) {
                int other = crossings.linkOf(c);
                left[other] -= at;
                rising[other]--;
            }
        } else {
            int messages = batches.size(batch);
            for (int c = first; c < end; c++) {
                int other = crossings.linkOf(c);
                double its = messages * part[c];
                left[other] -= its * at;
                parts[other] -= its;
                rising[other]--;
            }
        }
    }
}
