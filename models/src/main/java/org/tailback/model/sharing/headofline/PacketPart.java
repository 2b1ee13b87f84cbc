package org.tailback.model.sharing.headofline;

import com.google.common.math.IntMath;
import com.google.common.primitives.ImmutableIntArray;
import org.tailback.columns.Columns;

/**
 * A connected component of the messages in flight. Sources and links are numbered in the order of their first visit. A
 * source consists of the messages of one lane that leave a node, in batches of equal messages. The route of a batch is
 * a sequence of hops, one per link. Capacities and injection rates are in packets per slot: fractions of the widest
 * link of the component.
 */
final class PacketPart {
    private static final double GRID = 1 << 24;
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    /** Number of queues per link. */
    final int lanes;

    int batches;
    int sources;
    int links;
    int levels;
    int streams;
    boolean hasInjectionRates;
    /** Whether packets that complete a cycle use separate queues. */
    boolean isSplit;

    // arrays by batch
    int[] source = new int[16];
    /** Number of messages, by batch. */
    int[] size = new int[16];
    /** Number of messages over the common divisor of all batches of the source, by batch. */
    int[] weights = new int[16];
    /** Next batch of the same source in its cycle, by batch. */
    int[] next = new int[16];
    /** Injection rate of all messages of a batch together, packets per slot; infinite without an injection rate. */
    double[] injectionRates = new double[16];
    /** Estimated stream of each batch; batches of one source share a stream if none of them has an injection rate. */
    int[] stream = new int[16];
    /** First hop of each batch, with one entry more than batches. */
    int[] firstHop = new int[17];
    /** First hop at which packets wait, by batch. */
    int[] entry = new int[16];

    // arrays by hop
    int[] link = new int[32];
    /** Level (virtual channel) of the queue behind the link of a hop, 0 to levels - 1. */
    int[] level = new int[32];
    /** Next hop of the batch that is not omitted, -1 if there is none ({@link Reduction}). */
    int[] after = new int[32];

    /** Capacity by link, packets per slot. */
    double[] capacity = new double[16];
    /** First batch by source, followed by the number of all batches. */
    int[] firstBatch = new int[17];
    /** Lane by source. */
    int[] lane = new int[16];
    /** Source that uses a link, or SEVERAL if it is not the only one, by link. */
    private int[] onlySource = new int[16];

    PacketPart(int lanes) {
        this.lanes = lanes;
    }

    void clear() {
        batches = 0;
        sources = 0;
        links = 0;
        streams = 0;
        levels = 1;
        hasInjectionRates = false;
        isSplit = false;
        firstHop[0] = 0;
        firstBatch[0] = 0;
    }

    /**
     * Adds a batch without hops. Sources are added one after another, each with its batches in the order of its cycle.
     *
     * @param newSource true if the batch is the first of its source
     * @param itsLane lane of the source, 0 to lanes - 1
     * @param messages number of messages, > 0
     * @param injectionRate injection rate of each message, packets per slot, > 0; infinite without an injection rate
     */
    void addBatch(boolean newSource, int itsLane, int messages, double injectionRate) {
        if (batches == source.length) {
            source = Columns.fit(source, batches);
            size = Columns.fit(size, batches);
            weights = Columns.fit(weights, batches);
            next = Columns.fit(next, batches);
            injectionRates = Columns.fit(injectionRates, batches);
            stream = Columns.fit(stream, batches);
            entry = Columns.fit(entry, batches);
            lane = Columns.fit(lane, batches);
        }
        firstHop = Columns.fit(firstHop, batches + 1);
        firstBatch = Columns.fit(firstBatch, batches + 1);
        if (newSource) {
            firstBatch[sources] = batches;
            lane[sources++] = itsLane;
        }
        firstBatch[sources] = batches + 1;
        source[batches] = sources - 1;
        size[batches] = messages;
        injectionRates[batches] = rounded(injectionRate) * messages;
        hasInjectionRates |= injectionRate < Double.POSITIVE_INFINITY;
        firstHop[batches + 1] = firstHop[batches];
        batches++;
    }

    /** Adds a hop to the most recent batch, over a link that was visited before or has the next number. */
    void addHop(int over, int itsLevel) {
        int hop = firstHop[batches]++;
        link = Columns.fit(link, hop);
        level = Columns.fit(level, hop);
        after = Columns.fit(after, hop);
        link[hop] = over;
        level[hop] = itsLevel;
        levels = Math.max(levels, itsLevel + 1);
        if (over == links) {
            capacity = Columns.fit(capacity, links);
            onlySource = Columns.fit(onlySource, links);
            onlySource[links++] = sources - 1;
        } else if (onlySource[over] != sources - 1) {
            onlySource[over] = SEVERAL;
        }
    }

    /** Sets the capacity of a visited link, packets per slot, > 0 and at most 1. */
    void setCapacity(int of, double fraction) {
        capacity[of] = rounded(fraction);
    }

    /** Returns a fraction, rounded so that it does not depend on the units of the quantities. */
    private static double rounded(double fraction) {
        return fraction == Double.POSITIVE_INFINITY ? fraction : Math.max(1, Math.rint(fraction * GRID)) / GRID;
    }

    /** Completes the component: determines streams, cycles, and the first hops that are not omitted. */
    void finish() {
        for (int s = 0; s < sources; s++) {
            int first = firstBatch[s];
            int end = firstBatch[s + 1];
            int common = 0;
            int shared = NONE;
            for (int b = first; b < end; b++) {
                common = IntMath.gcd(size[b], common);
                boolean own = injectionRates[b] < Double.POSITIVE_INFINITY;
                if (!own && shared < 0) {
                    shared = streams++;
                }
                stream[b] = own ? streams++ : shared;
            }
            int skipped = inSeries(s);
            for (int b = first; b < end; b++) {
                weights[b] = size[b] / common;
                entry[b] = firstHop[b] + skipped;
                next[b] = b + 1 == end ? first : b + 1;
            }
        }
        countAllHops();
    }

    /**
     * Returns the number of initial links that all batches of this source use, that no other source uses, and that are
     * at least as fast as the next link. Their queues are never empty and keep the order of the source's cycle, so they
     * are equivalent to the source itself.
     */
    private int inSeries(int of) {
        int first = firstBatch[of];
        int skipped = 0;
        while (lanes == 1) {
            int own = link[firstHop[first] + skipped];
            for (int b = first; b < firstBatch[of + 1]; b++) {
                int hop = firstHop[b] + skipped;
                if (hop >= lastHop(b) || link[hop] != own || capacity[link[hop + 1]] > capacity[own]) {
                    return skipped;
                }
            }
            if (onlySource[own] != of) {
                return skipped;
            }
            skipped++;
        }
        return skipped;
    }

    /**
     * Returns whether every batch waits at one link only, all links are equally fast, and no message has an injection
     * rate; the only relevant queues are then the sources.
     */
    boolean hasOneStage() {
        boolean one = !hasInjectionRates && lanes == 1;
        for (int b = 0; b < batches && one; b++) {
            one = after[entry[b]] < 0 && capacity[link[entry[b]]] == 1;
        }
        return one;
    }

    /**
     * Splits the queues so that no cycle of waiting queues exists: a packet moves to the next level whenever its next
     * link was visited before its current link, as packets change lanes in a torus or a dragonfly. No hops are omitted
     * in this case.
     */
    void split() {
        isSplit = true;
        countAllHops();
        for (int b = 0; b < batches; b++) {
            for (int hop = firstHop[b] + 1; hop < firstHop[b + 1]; hop++) {
                level[hop] = level[hop - 1] + (link[hop] < link[hop - 1] ? 1 : 0);
                levels = Math.max(levels, level[hop] + 1);
            }
        }
    }

    private void countAllHops() {
        for (int b = 0; b < batches; b++) {
            for (int hop = firstHop[b]; hop < firstHop[b + 1]; hop++) {
                after[hop] = hop < lastHop(b) ? hop + 1 : NONE;
            }
        }
    }

    int lastHop(int batch) {
        return firstHop[batch + 1] - 1;
    }

    /**
     * Returns the numbers that determine the rates, before hops are omitted: components with equal keys have equal
     * rates.
     */
    Key key() {
        ImmutableIntArray.Builder numbers = ImmutableIntArray.builder(4 * batches + 2 * firstHop[batches]);
        int shape = 0;
        for (int b = 0; b < batches; b++) {
            boolean isLimited = injectionRates[b] < Double.POSITIVE_INFINITY;
            int kind = (b == firstBatch[source[b]] ? 1 : 0) + (isLimited ? 2 : 0);
            int first = -1 - kind - 4 * lane[source[b]];
            numbers.add(first).add(size[b]);
            shape = 31 * (31 * shape + first) + size[b];
            if (isLimited) {
                add(injectionRates[b], numbers);
            }
            for (int hop = firstHop[b]; hop < firstHop[b + 1]; hop++) {
                numbers.add(link[hop]);
                shape = 31 * shape + link[hop];
                if (level[hop] > 0) {
                    int raised = Integer.MIN_VALUE / 2 - level[hop];
                    numbers.add(raised);
                    shape = 31 * shape + raised;
                }
            }
        }
        for (int l = 0; l < links; l++) {
            if (capacity[l] != 1) {
                numbers.add(-1 - l);
                shape = 31 * shape - 1 - l;
                add(capacity[l], numbers);
            }
        }
        return new Key(numbers.build(), shape);
    }

    private static void add(double number, ImmutableIntArray.Builder to) {
        long bits = Double.doubleToRawLongBits(number);
        to.add((int) (bits >>> Integer.SIZE)).add((int) bits);
    }

    /**
     * Numbers that determine the rates of a component.
     *
     * @param shape hash of all numbers except capacities and injection rates
     */
    record Key(ImmutableIntArray numbers, int shape) {}
}
