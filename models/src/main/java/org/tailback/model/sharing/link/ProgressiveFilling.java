package org.tailback.model.sharing.link;

import java.util.Arrays;
import org.tailback.model.sharing.reach.BatchRates;
import org.tailback.model.sharing.reach.Batches;
import org.tailback.model.sharing.reach.Crossings;
import org.tailback.model.sharing.reach.DenseSet;

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
 * take. The other batches rise on. A bound of a batch is a link that only this batch crosses ({@link BatchRates#own}).
 *
 * <p><b>Worked example</b> (in ProgressiveFillingTest), links 0 to 2 of capacities 6, 10, 10; batches of one message a:
 * 0 and 1, b: 0 and 2, c: 1, and d of two messages: 1. Full would be link 0 at 3, 1 at 2.5, 2 at 10. So a, c, d stop at
 * 2.5. Link 0 has 3.5 left for b, which stops there.
 *
 * <p><b>Cost.</b> Every batch is visited from each of its links and stops once. Links are searched for the lowest in
 * bands of levels, those within {@link #BAND} of the lowest: O(crossings + links * bands + links in a band * levels in
 * it).
 *
 * <p><b>Rounding.</b> Links whose levels differ by no more than {@link BatchRates#TOLERANCE} are full at the same
 * level, the lowest of them. So messages in equal positions have equal rates.
 *
 * <p><b>Links that are not shared</b> give every message their whole capacity. They are full as soon as one message
 * takes it: then left(l) = C(l), and rising(l) is the largest part that one message takes. As in SimGrid (FATPIPE), the
 * level is common to all messages on the link: one of a larger weight gets less.
 *
 * <p>[1] D. Bertsekas, R. Gallager: Data Networks, 2nd ed. 1992, section 6.5.2.
 */
final class ProgressiveFilling {
    private static final double BAND = 1.02;
    /** With more than this part of the links all are reached, connected or not. */
    private static final int DENSE = 4;

    private static final double RISING = Double.POSITIVE_INFINITY;

    private final Crossings crossings;
    private final BatchRates rates;
    private final int links;
    /** By link, those on demand not among them. */
    private final boolean[] unshared;

    private final int onDemand;

    // of the present filling, by link
    private double[] capacity = new double[0];
    private int[] messages = new int[0];

    /**
     * By crossing: the part that one message takes, and the amount that all messages of the batch take, per unit of the
     * level.
     */
    private double[] part = new double[64];

    private double[] amount = new double[64];

    // by batch
    private double[] bound;
    private double[] stoppedAt;

    /** Links and bounds that were full in the last filling. */
    private int[] full = new int[0];

    private int fullCount;

    // by link and, from the first of them on, by bound and by link on demand
    /** The level at which it was full in the last filling that included it; 0 if it was not. */
    private double[] level = new double[0];

    private double[] left = new double[0];
    private double[] rising = new double[0];
    /** Batches that still rise. */
    private int[] count = new int[0];

    /** Links with rising batches, those in the present band first. */
    private int[] candidates = new int[16];

    private int candidateCount;
    private int inBand;

    /** True as long as not all links are reached. */
    private boolean searching;

    /**
     * @param rates receive the bottlenecks and levels of batches
     * @param unshared by link, those that are always there: whether it gives every message its whole capacity
     * @param onDemand most other links of a batch, >= 0
     * @param expected batches that there is room for at once, >= 0
     */
    ProgressiveFilling(Crossings crossings, BatchRates rates, boolean[] unshared, int onDemand, int expected) {
        this.crossings = crossings;
        this.rates = rates;
        this.unshared = unshared;
        this.onDemand = onDemand;
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
        if (part.length < crossings.capacity()) {
            part = Arrays.copyOf(part, crossings.capacity());
            amount = Arrays.copyOf(amount, crossings.capacity());
        }
        if (batch >= bound.length) {
            bound = Arrays.copyOf(bound, Math.max(batch + 1, 2 * bound.length));
            stoppedAt = Arrays.copyOf(stoppedAt, bound.length);
        }
        if (highest < RISING || crossings.link(batch, crossings.length(batch) - 1) >= links) {
            // there are no more links on demand of a kind than batches
            reserve(links + 2 * Math.max(1, onDemand) * bound.length);
        }
        System.arraycopy(parts, 0, part, crossings.first(batch), crossings.length(batch));
        System.arraycopy(parts, 0, amount, crossings.first(batch), crossings.length(batch));
        bound[batch] = highest;
        if (rates.own(batch) < level.length) {
            level[rates.own(batch)] = 0;
        }
        stoppedAt[batch] = RISING;
    }

    private void reserve(int numbers) {
        if (numbers <= level.length) {
            return;
        }
        level = Arrays.copyOf(level, numbers);
        left = Arrays.copyOf(left, numbers);
        rising = Arrays.copyOf(rising, numbers);
        count = Arrays.copyOf(count, numbers);
        full = Arrays.copyOf(full, numbers);
        candidates = Arrays.copyOf(candidates, numbers);
    }

    /** Changes the number of messages of a batch. */
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

    /**
     * Fills the links that a change can reach: those connected with changed ones by batches that may rise, or all links
     * where those are many, as searching them costs more than filling.
     *
     * @param reached the links at which something changed, all links of new batches among them; emptied
     * @param from batches that stopped below this level stay as they are
     * @param capacities by link, > 0
     * @param messagesOn by link: the messages on it
     */
    void fill(DenseSet reached, double from, double[] capacities, int[] messagesOn) {
        capacity = capacities;
        messages = messagesOn;
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
                room -= its * stopped;
                continue;
            }
            sum += its;
            risingHere++;
            // a bound above what the link can give is none
            if (crossing == crossings.first(batch) && bound[batch] * part[crossing] < capacity[link]) {
                level[rates.own(batch)] = 0;
                addCandidate(rates.own(batch), bound[batch], 1, 1);
            }
            stoppedAt[batch] = RISING;
            for (int i = searching && stopped < RISING ? crossings.length(batch) : 0; --i >= 0; ) {
                reached.add(crossings.link(batch, i));
            }
        }
        if (risingHere > 0) {
            boolean alone = isUnshared(link);
            addCandidate(link, alone ? capacity[link] : room, alone ? largestRising(link) : sum, risingHere);
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

    private void addCandidate(int link, double room, double sum, int batches) {
        left[link] = room;
        rising[link] = sum;
        count[link] = batches;
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
            if (count[link] == 0) {
                remove(i);
            } else {
                double now = left[link] / rising[link];
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

    /** Stops the batches of all links that are full at a level. */
    private void stopFull(double at) {
        int first = fullCount;
        for (int i = inBand; --i >= 0; ) {
            int link = candidates[i];
            if (left[link] <= at * (1 + BatchRates.TOLERANCE) * rising[link]) {
                level[link] = at;
                full[fullCount++] = link;
                rates.setShared(link, at);
                remove(i);
            }
        }
        for (int i = first; i < fullCount; i++) {
            stopBatches(full[i], at);
        }
    }

    private void stopBatches(int link, double at) {
        if (rates.isOwn(link)) {
            if (count[link] > 0) {
                stop(rates.indexOf(link), link, at);
            }
            return;
        }
        int[] on = crossings.on(link);
        for (int i = crossings.count(link); --i >= 0 && count[link] > 0; ) {
            int batch = crossings.flowOf(on[i]);
            if (stoppedAt[batch] == RISING) {
                stop(batch, link, at);
            }
        }
    }

    private void stop(int batch, int link, double at) {
        stoppedAt[batch] = at;
        // of several bottlenecks the known one stays
        int known = rates.group(batch);
        if (known == Batches.NONE || known >= level.length || level[known] != at) {
            if (rates.isOwn(link)) {
                rates.set(batch, at);
            } else {
                rates.set(batch, link, messages[link], at);
            }
        }
        if (bound[batch] < RISING) {
            count[rates.own(batch)] = 0;
        }
        int first = crossings.first(batch);
        for (int c = first + crossings.length(batch); --c >= first; ) {
            int other = crossings.linkOf(c);
            count[other]--;
            if (isUnshared(other)) {
                rising[other] = largestRising(other);
                continue;
            }
            double its = amount[c];
            left[other] -= its * at;
            rising[other] -= its;
        }
    }
}
