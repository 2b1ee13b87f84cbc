package org.tailback.model.sharing.headofline;

import com.google.common.math.IntMath;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A connected part of the messages in flight. Sources and links are numbered in the order in which they are met. A
 * source is the messages of one lane that leave a node; it has batches of equal messages; a batch takes one link after
 * another, each a hop. Where routes are adaptive, the further routes of a batch are further batches without messages,
 * its ways. Capacities and paces are in packets per slot: fractions of the widest link of the part.
 *
 * <p>Build it by {@link #clear}, {@link #beginBatch} or {@link #beginWay} and {@link #addHop} for every batch, sources
 * one after another and each in its order of turns, {@link #setCapacity} for every link, then {@link #finish}. Parts
 * with the same {@link #key} have the same rates.
 */
final class Part {
    private static final double GRID = 1 << 24;

    /** Numbers in a key: that a way begins, and a channel that is not 0 (less the channel). */
    private static final int WAY = Integer.MIN_VALUE;

    private static final int CHANNEL = Integer.MIN_VALUE / 2;

    /** Queues per link. */
    final int lanes;

    /** Packets of a message that may be under way at once; {@link HeadOfLine#UNBOUNDED}: any number. */
    final int window;

    int batches;
    int sources;
    int links;
    /** By batch. */
    int[] source = new int[16];
    /** By batch: messages, without what is common to all batches of the source. */
    int[] turns = new int[16];
    /** By batch: packets per slot of all its messages together, infinite without a pace. */
    double[] pace = new double[16];
    /** By batch: the number of its ways, with itself; 0 if it is a further way of one before. */
    int[] ways = new int[16];
    /** By batch: its estimate; those of one source share one, unless some have paces or windows. */
    int[] stream = new int[16];
    /** By batch, and one more: its first hop. */
    int[] firstHop = new int[17];
    /** By batch: the first hop at which its packets wait. */
    int[] entry = new int[16];
    /** By hop: its link. */
    int[] link = new int[32];
    /** By link. */
    double[] capacity = new double[16];
    /** By source, and one more: its first batch. */
    int[] firstBatch = new int[17];

    /** By source. */
    int[] lane = new int[16];
    /** By hop: the level (virtual channel) of the queue behind its link, 0 to levels - 1. */
    int[] level = new int[32];

    /** By hop: the next one of its batch that counts, -1 if there is none ({@link Reduction}). */
    int[] after = new int[32];

    /** By hop: true where the ways of a batch part. */
    boolean[] parts = new boolean[32];

    int levels;
    int streams;
    boolean isPaced;
    /** True if some batch has several ways. */
    boolean isAdaptive;
    /** True if packets that go round have queues of their own. */
    boolean isSplit;

    private int[] size = new int[16];
    private int[] onlySource = new int[16];
    private int[] key = new int[64];
    private int keyLength;
    private int shape;

    Part(int lanes, int window) {
        this.lanes = lanes;
        this.window = window;
    }

    void clear() {
        batches = 0;
        sources = 0;
        links = 0;
        streams = 0;
        levels = 1;
        isPaced = false;
        isAdaptive = false;
        isSplit = false;
        firstHop[0] = 0;
        firstBatch[0] = 0;
        keyLength = 0;
        shape = 0;
    }

    /**
     * Adds a batch.
     *
     * @param newSource true if it is the first of its source
     * @param itsLane of the source, 0 to lanes - 1
     * @param messages > 0
     * @param ownPace of each message, packets per slot, > 0; infinite without a pace
     */
    void beginBatch(boolean newSource, int itsLane, int messages, double ownPace) {
        begin(newSource, itsLane);
        ways[batches - 1] = 1;
        size[batches - 1] = messages;
        pace[batches - 1] = rounded(ownPace) * messages;
        boolean paced = ownPace < Double.POSITIVE_INFINITY;
        isPaced |= paced;
        addToKey(-1 - (newSource ? 1 : 0) - (paced ? 2 : 0) - 4 * itsLane);
        addToKey(messages);
        if (paced) {
            addToKey(pace[batches - 1]);
        }
    }

    /** Adds a further route of the batch that was begun last. */
    void beginWay() {
        int first = batches - 1;
        while (ways[first] == 0) {
            first--;
        }
        ways[first]++;
        begin(false, 0);
        ways[batches - 1] = 0;
        size[batches - 1] = 0;
        pace[batches - 1] = pace[first];
        isAdaptive = true;
        addToKey(WAY);
    }

    private void begin(boolean newSource, int itsLane) {
        if (batches + 1 == source.length) {
            int length = 2 * source.length;
            source = Arrays.copyOf(source, length);
            size = Arrays.copyOf(size, length);
            turns = Arrays.copyOf(turns, length);
            pace = Arrays.copyOf(pace, length);
            stream = Arrays.copyOf(stream, length);
            ways = Arrays.copyOf(ways, length);
            entry = Arrays.copyOf(entry, length);
            firstHop = Arrays.copyOf(firstHop, length + 1);
            firstBatch = Arrays.copyOf(firstBatch, length + 1);
            lane = Arrays.copyOf(lane, length);
        }
        if (newSource) {
            firstBatch[sources] = batches;
            lane[sources++] = itsLane;
        }
        firstBatch[sources] = batches + 1;
        source[batches] = sources - 1;
        firstHop[++batches] = firstHop[batches - 1];
    }

    /**
     * Adds a link to the batch added last; links are numbered from 0 as they are met.
     *
     * @param channel of the queue behind it, >= 0
     */
    void addHop(int over, int channel) {
        int hop = firstHop[batches]++;
        if (hop == link.length) {
            link = Arrays.copyOf(link, 2 * hop);
            level = Arrays.copyOf(level, 2 * hop);
            parts = Arrays.copyOf(parts, 2 * hop);
            after = Arrays.copyOf(after, 2 * hop);
        }
        link[hop] = over;
        level[hop] = channel;
        parts[hop] = false;
        levels = Math.max(levels, channel + 1);
        int from = sources - 1;
        if (over == links) {
            if (links == capacity.length) {
                capacity = Arrays.copyOf(capacity, 2 * links);
                onlySource = Arrays.copyOf(onlySource, 2 * links);
            }
            onlySource[links++] = from;
        } else if (onlySource[over] != from) {
            onlySource[over] = -1;
        }
        addToKey(over);
        if (channel > 0) {
            addToKey(CHANNEL - channel);
        }
    }

    /** Sets the capacity of a link that was met, packets per slot, > 0, 1 at most. */
    void setCapacity(int of, double fraction) {
        capacity[of] = rounded(fraction);
        if (capacity[of] != 1) {
            addToKey(-1 - of);
            addToKey(capacity[of]);
        }
    }

    /** Completes the part: finds estimates, turns, and the first hop that counts. */
    void finish() {
        for (int s = 0; s < sources; s++) {
            int common = 0;
            int shared = -1;
            for (int b = firstBatch[s]; b < firstBatch[s + 1]; b++) {
                if (ways[b] == 0) {
                    stream[b] = stream[b - 1];
                    continue;
                }
                common = IntMath.gcd(size[b], common);
                boolean own = pace[b] < Double.POSITIVE_INFINITY || hasWindow();
                if (!own && shared < 0) {
                    shared = streams++;
                }
                stream[b] = own ? streams++ : shared;
                findParting(b);
            }
            int skipped = inSeries(s);
            for (int b = firstBatch[s]; b < firstBatch[s + 1]; b++) {
                turns[b] = size[b] / common;
                entry[b] = firstHop[b] + skipped;
            }
        }
        countAllHops();
    }

    private void countAllHops() {
        for (int b = 0; b < batches; b++) {
            for (int hop = firstHop[b]; hop < firstHop[b + 1]; hop++) {
                after[hop] = hop < lastHop(b) ? hop + 1 : -1;
            }
        }
    }

    /** Finds the hop at which the ways of a batch part. */
    private void findParting(int batch) {
        for (int at = 0; ways[batch] > 1 && firstHop[batch] + at < firstHop[batch + 1]; at++) {
            for (int way = batch + 1; way < batch + ways[batch]; way++) {
                if (link[firstHop[way] + at] != link[firstHop[batch] + at]) {
                    for (int each = batch; each < batch + ways[batch]; each++) {
                        parts[firstHop[each] + at] = true;
                    }
                    return;
                }
            }
        }
    }

    /** True if the number of packets under way is bounded. */
    boolean hasWindow() {
        return window != HeadOfLine.UNBOUNDED;
    }

    /**
     * The number of first links that are the source's alone, used by all its batches and no slower than what comes
     * next: their queues are never empty and in the order of the source's turns, as if the source stood there itself.
     * With a window they may be empty.
     */
    private int inSeries(int from) {
        int first = firstBatch[from];
        int skipped = 0;
        while (lanes == 1 && !hasWindow()) {
            int own = firstHop[first] + skipped;
            for (int b = first; b < firstBatch[from + 1]; b++) {
                int hop = firstHop[b] + skipped;
                if (hop + 1 >= firstHop[b + 1]
                        || link[hop] != link[own]
                        || capacity[link[hop + 1]] > capacity[link[hop]]) {
                    return skipped;
                }
            }
            if (onlySource[link[own]] != from) {
                return skipped;
            }
            skipped++;
        }
        return skipped;
    }

    /**
     * True if every batch waits at one link only, all are equally fast, and no message has a pace: no queue but the
     * sources counts.
     */
    boolean hasOneStage() {
        boolean one = !isPaced && lanes == 1 && !hasWindow() && !isAdaptive;
        for (int b = 0; b < batches && one; b++) {
            one = after[entry[b]] < 0 && capacity[link[entry[b]]] == 1;
        }
        return one;
    }

    /**
     * Splits the queues so that none waits for itself in a circle: a packet goes a level up whenever its next link was
     * met before the one that it is on, as packets in a torus or a dragonfly change lanes. All hops count then.
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

    /** Messages of a batch. */
    int messages(int batch) {
        return size[batch];
    }

    /** Messages of all batches. */
    int messages() {
        int sum = 0;
        for (int b = 0; b < batches; b++) {
            sum += size[b];
        }
        return sum;
    }

    /** The batch that a batch is a way of: itself unless it is a further way. */
    int ofWay(int batch) {
        int first = batch;
        while (ways[first] == 0) {
            first--;
        }
        return first;
    }

    /** Last hop of a batch. */
    int lastHop(int batch) {
        return firstHop[batch + 1] - 1;
    }

    /** A copy of the numbers that the rates depend on. */
    Key key() {
        int[] numbers = Arrays.copyOf(key, keyLength);
        return new Key(numbers, shape, Arrays.hashCode(numbers));
    }

    /**
     * Equal content is equal.
     *
     * @param shape hash of all but capacities and paces
     * @param hash of all
     */
    record Key(int[] numbers, int shape, int hash) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that && hash == that.hash && Arrays.equals(numbers, that.numbers);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private void addToKey(double number) {
        long bits = Double.doubleToRawLongBits(number);
        append((int) (bits >>> Integer.SIZE));
        append((int) bits);
    }

    private void addToKey(int number) {
        shape = 31 * shape + number;
        append(number);
    }

    private void append(int number) {
        if (keyLength == key.length) {
            key = Arrays.copyOf(key, 2 * keyLength);
        }
        key[keyLength++] = number;
    }

    /** Rounded so that other units of the same quantities make no difference. */
    private static double rounded(double fraction) {
        return fraction == Double.POSITIVE_INFINITY ? fraction : Math.max(1, Math.rint(fraction * GRID)) / GRID;
    }
}
