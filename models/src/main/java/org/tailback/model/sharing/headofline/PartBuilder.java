package org.tailback.model.sharing.headofline;

import com.google.common.math.IntMath;
import org.tailback.columns.Columns;

/**
 * Builds a {@link PacketPart} and its {@link PartKey}: {@link #clear}, {@link #beginBatch} and {@link #addHop} for every
 * batch, sources one after another and each in its order of turns, {@link #setCapacity} for every
 * link, then {@link #finish}. Parts with equal keys have equal rates.
 */
final class PartBuilder {
    private static final double GRID = 1 << 24;

    /** Number in a key: a channel that is not 0 (less the channel). */
    private static final int CHANNEL = Integer.MIN_VALUE / 2;

    private static final int SEVERAL = -1;

    private final PacketPart part;
    private final PartKey.Builder key = new PartKey.Builder();
    /** By link: the only source that uses it, or SEVERAL. */
    private int[] onlySource = new int[16];

    PartBuilder(PacketPart part) {
        this.part = part;
    }

    void clear() {
        part.clear();
        key.clear();
    }

    /**
     * Adds a batch.
     *
     * @param newSource true if it is the first of its source
     * @param lane of the source, 0 to lanes - 1
     * @param messages > 0
     * @param pace of each message, packets per slot, > 0; infinite without a pace
     */
    void beginBatch(boolean newSource, int lane, int messages, double pace) {
        int batch = part.addBatch(newSource, lane);
        part.size[batch] = messages;
        part.pace[batch] = rounded(pace) * messages;
        boolean paced = pace < Double.POSITIVE_INFINITY;
        part.isPaced |= paced;
        key.add(-1 - (newSource ? 1 : 0) - (paced ? 2 : 0) - 4 * lane);
        key.add(messages);
        if (paced) {
            key.add(part.pace[batch]);
        }
    }

    /**
     * Adds a link to the batch added last; links are numbered from 0 as they are met.
     *
     * @param channel of the queue behind it, >= 0
     */
    void addHop(int link, int channel) {
        part.addHop(link, channel);
        int source = part.sources - 1;
        if (link == part.links) {
            part.addLink();
            onlySource = Columns.fit(onlySource, link);
            onlySource[link] = source;
        } else if (onlySource[link] != source) {
            onlySource[link] = SEVERAL;
        }
        key.add(link);
        if (channel > 0) {
            key.add(CHANNEL - channel);
        }
    }

    /** Sets the capacity of a link that was met, packets per slot, > 0, 1 at most. */
    void setCapacity(int link, double fraction) {
        part.capacity[link] = rounded(fraction);
        if (part.capacity[link] != 1) {
            key.add(-1 - link);
            key.add(part.capacity[link]);
        }
    }

    /** Completes the part: finds estimates, turns, and the first hop that counts. */
    void finish() {
        for (int s = 0; s < part.sources; s++) {
            int first = part.firstBatch[s];
            int end = part.firstBatch[s + 1];
            int common = 0;
            int shared = -1;
            for (int b = first; b < end; b++) {
                common = IntMath.gcd(part.size[b], common);
                boolean own = part.pace[b] < Double.POSITIVE_INFINITY;
                if (!own && shared < 0) {
                    shared = part.streams++;
                }
                part.stream[b] = own ? part.streams++ : shared;
            }
            int skipped = inSeries(s);
            for (int b = first; b < end; b++) {
                part.turns[b] = part.size[b] / common;
                part.entry[b] = part.firstHop[b] + skipped;
                part.next[b] = b + 1 == end ? first : b + 1;
            }
        }
        part.countAllHops();
    }

    /**
     * The number of first links that are the source's alone, used by all its batches and no slower than what comes
     * next: their queues are never empty and in the order of the source's turns, as if the source stood there itself.
     */
    private int inSeries(int source) {
        int first = part.firstBatch[source];
        int skipped = 0;
        while (part.lanes == 1) {
            int own = part.link[part.firstHop[first] + skipped];
            for (int b = first; b < part.firstBatch[source + 1]; b++) {
                int hop = part.firstHop[b] + skipped;
                if (hop + 1 >= part.firstHop[b + 1]
                        || part.link[hop] != own
                        || part.capacity[part.link[hop + 1]] > part.capacity[own]) {
                    return skipped;
                }
            }
            if (onlySource[own] != source) {
                return skipped;
            }
            skipped++;
        }
        return skipped;
    }

    PartKey key() {
        return key.key();
    }

    /** Rounded so that other units of the same quantities make no difference. */
    private static double rounded(double fraction) {
        return fraction == Double.POSITIVE_INFINITY ? fraction : Math.max(1, Math.rint(fraction * GRID)) / GRID;
    }
}
