package org.tailback.model.sharing.headofline;

import com.google.common.math.IntMath;
import java.util.Arrays;
import org.tailback.columns.Columns;

/**
 * A connected part of the messages in flight. Sources and links are numbered in the order of their first visit. A
 * source is the messages of one lane that leave a node; it has batches of equal messages; a batch takes one link after
 * another, each a hop. Capacities and injection rates are in packets per slot: fractions of the widest link of the
 * part.
 */
final class PacketPart {
    private static final double GRID = 1 << 24;
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    /** Queues per link. */
    final int lanes;

    int batches;
    int sources;
    int links;
    int levels;
    int streams;
    boolean hasInjectionRates;
    /** True if packets that go round have queues of their own. */
    boolean isSplit;

    // by batch
    int[] source = new int[16];
    /** Messages. */
    int[] size = new int[16];
    /** Messages, without what is common to all batches of the source. */
    int[] weights = new int[16];
    /** The one of its source whose turn is next. */
    int[] next = new int[16];
    /** Packets per slot of all its messages together, infinite without a injection rate. */
    double[] injectionRates = new double[16];
    /** Estimate of each batch; batches of one source share one, unless some have injection rates. */
    int[] stream = new int[16];
    /** First hop of each batch; one entry more than batches. */
    int[] firstHop = new int[17];
    /** The first hop at which its packets wait. */
    int[] entry = new int[16];

    // by hop
    int[] link = new int[32];
    /** The level (virtual channel) of the queue behind its link, 0 to levels - 1. */
    int[] level = new int[32];
    /** The next one of its batch that counts, -1 if there is none ({@link Reduction}). */
    int[] after = new int[32];

    /** Capacity by link. */
    double[] capacity = new double[16];
    /** First batch by source, and the end of the last. */
    int[] firstBatch = new int[17];
    /** Lane by source. */
    int[] lane = new int[16];
    /** The only source that uses a link, or SEVERAL, by link. */
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
     * Adds a batch without hops. Sources come one after another, each with its batches in order of turns.
     *
     * @param newSource true if it is the first of its source
     * @param itsLane of the source, 0 to lanes - 1
     * @param messages > 0
     * @param injectionRate of each message, packets per slot, > 0; infinite without a injection rate
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

    /** Adds a hop to the batch added last, over a link that was visited before or has the next number. */
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

    /** Sets the capacity of a visited link, packets per slot, > 0, 1 at most. */
    void setCapacity(int of, double fraction) {
        capacity[of] = rounded(fraction);
    }

    /** Rounded so that other units of the same quantities make no difference. */
    private static double rounded(double fraction) {
        return fraction == Double.POSITIVE_INFINITY ? fraction : Math.max(1, Math.rint(fraction * GRID)) / GRID;
    }

    /** Completes the part: finds estimates, turns, and the first hops that count. */
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
     * The number of first links that are the source's alone, used by all its batches and no slower than the next
     * link: their queues are never empty and in the order of the source's turns, as if the source stood there itself.
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
     * True if every batch waits at one link only, all are equally fast, and no message has a injection rate: no queue
     * but the sources counts.
     */
    boolean hasOneStage() {
        boolean one = !hasInjectionRates && lanes == 1;
        for (int b = 0; b < batches && one; b++) {
            one = after[entry[b]] < 0 && capacity[link[entry[b]]] == 1;
        }
        return one;
    }

    /**
     * Splits the queues so that none waits for itself in a circle: a packet goes a level up whenever its next link was
     * visited before the one that it is on, as packets in a torus or a dragonfly change lanes. All hops count then.
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

    /** The numbers that its rates depend on, before hops are left out: parts with equal keys have equal rates. */
    Key key() {
        int[] numbers = new int[4 * batches + 2 * firstHop[batches] + 3 * links];
        int count = 0;
        int shape = 0;
        for (int b = 0; b < batches; b++) {
            boolean isLimited = injectionRates[b] < Double.POSITIVE_INFINITY;
            int kind = (b == firstBatch[source[b]] ? 1 : 0) + (isLimited ? 2 : 0);
            numbers[count++] = -1 - kind - 4 * lane[source[b]];
            numbers[count++] = size[b];
            shape = 31 * (31 * shape + numbers[count - 2]) + numbers[count - 1];
            count += isLimited ? Key.put(injectionRates[b], numbers, count) : 0;
            for (int hop = firstHop[b]; hop < firstHop[b + 1]; hop++) {
                numbers[count++] = link[hop];
                shape = 31 * shape + link[hop];
                if (level[hop] > 0) {
                    numbers[count] = Integer.MIN_VALUE / 2 - level[hop];
                    shape = 31 * shape + numbers[count++];
                }
            }
        }
        for (int l = 0; l < links; l++) {
            if (capacity[l] != 1) {
                numbers[count] = -1 - l;
                shape = 31 * shape + numbers[count++];
                count += Key.put(capacity[l], numbers, count);
            }
        }
        int[] copy = Arrays.copyOf(numbers, count);
        return new Key(copy, shape, Arrays.hashCode(copy));
    }

    /** @param shape hash of all but capacities and injection rates */
    record Key(int[] numbers, int shape, int hash) {
        private static int put(double number, int[] into, int at) {
            long bits = Double.doubleToRawLongBits(number);
            into[at] = (int) (bits >>> Integer.SIZE);
            into[at + 1] = (int) bits;
            return 2;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && hash == that.hash && Arrays.equals(numbers, that.numbers);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
