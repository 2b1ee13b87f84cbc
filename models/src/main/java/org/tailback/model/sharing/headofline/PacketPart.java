package org.tailback.model.sharing.headofline;

import org.tailback.columns.Columns;

/**
 * A connected part of the messages in flight. Sources and links are numbered in the order in which they are met. A
 * source is the messages of one lane that leave a node; it has batches of equal messages; a batch takes one link after
 * another, each a hop. Capacities and paces are in packets per slot: fractions of the widest link of the part.
 *
 * <p>A {@link PartBuilder} fills the columns.
 */
final class PacketPart {
    /** Queues per link. */
    final int lanes;

    int batches;
    int sources;
    int links;
    /** By batch. */
    int[] source = new int[16];
    /** By batch: messages. */
    int[] size = new int[16];
    /** By batch: messages, without what is common to all batches of the source. */
    int[] turns = new int[16];
    /** By batch: the one of its source whose turn is next. */
    int[] next = new int[16];
    /** By batch: packets per slot of all its messages together, infinite without a pace. */
    double[] pace = new double[16];
    /** By batch: its estimate; those of one source share one, unless some have paces. */
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

    int levels;
    int streams;
    boolean isPaced;
    /** True if packets that go round have queues of their own. */
    boolean isSplit;

    PacketPart(int lanes) {
        this.lanes = lanes;
    }

    void clear() {
        batches = 0;
        sources = 0;
        links = 0;
        streams = 0;
        levels = 1;
        isPaced = false;
        isSplit = false;
        firstHop[0] = 0;
        firstBatch[0] = 0;
    }

    /**
     * Adds a batch without hops.
     *
     * @param newSource true if it is the first of its source
     * @param itsLane of a new source, 0 to lanes - 1
     * @return its number
     */
    int addBatch(boolean newSource, int itsLane) {
        if (batches + 1 == source.length) {
            source = Columns.fit(source, batches + 1);
            size = Columns.fit(size, batches + 1);
            turns = Columns.fit(turns, batches + 1);
            next = Columns.fit(next, batches + 1);
            pace = Columns.fit(pace, batches + 1);
            stream = Columns.fit(stream, batches + 1);
            entry = Columns.fit(entry, batches + 1);
            lane = Columns.fit(lane, batches + 1);
        }
        firstHop = Columns.fit(firstHop, batches + 2);
        firstBatch = Columns.fit(firstBatch, batches + 2);
        if (newSource) {
            firstBatch[sources] = batches;
            lane[sources++] = itsLane;
        }
        firstBatch[sources] = batches + 1;
        source[batches] = sources - 1;
        firstHop[batches + 1] = firstHop[batches];
        return batches++;
    }

    /** Adds a hop to the batch added last. */
    void addHop(int over, int itsLevel) {
        int hop = firstHop[batches]++;
        link = Columns.fit(link, hop);
        level = Columns.fit(level, hop);
        after = Columns.fit(after, hop);
        link[hop] = over;
        level[hop] = itsLevel;
        levels = Math.max(levels, itsLevel + 1);
    }

    /** Adds a link; returns its number. */
    int addLink() {
        capacity = Columns.fit(capacity, links);
        return links++;
    }

    /**
     * True if every batch waits at one link only, all are equally fast, and no message has a pace: no queue but the
     * sources counts.
     */
    boolean hasOneStage() {
        boolean one = !isPaced && lanes == 1;
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

    /** Lets every hop of every batch count. */
    void countAllHops() {
        for (int b = 0; b < batches; b++) {
            for (int hop = firstHop[b]; hop < firstHop[b + 1]; hop++) {
                after[hop] = hop < lastHop(b) ? hop + 1 : -1;
            }
        }
    }

    /** Messages of all batches. */
    int messages() {
        int sum = 0;
        for (int b = 0; b < batches; b++) {
            sum += size[b];
        }
        return sum;
    }

    /** Last hop of a batch. */
    int lastHop(int batch) {
        return firstHop[batch + 1] - 1;
    }
}
