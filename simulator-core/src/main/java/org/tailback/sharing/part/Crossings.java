package org.tailback.sharing.part;

import java.util.Arrays;

/**
 * Incidence of flows (messages, or batches of equal messages) and links: the links of every flow, and the flows of
 * every link. A link is any resource that several flows share, such as a cable in one direction. A crossing is a flow
 * on one of its links.
 *
 * <p>A start or an end costs O(links of the flow) and allocates only for growth. The order of a link's crossings
 * depends on the history.
 */
public final class Crossings {
    /** Shift of the numbers of a flow's crossings, which begin at flow * 2^shift. */
    private final int shift;

    private int[] length;
    /** Link by crossing. */
    private int[] link;
    /** Position among the crossings of its link, by crossing. */
    private int[] slot;
    /** Crossings by link. */
    private int[][] crossings;

    private int[] count;
    private int usedLinks;

    private static final int[] NO_CROSSINGS = {};

    /**
     * Creates an incidence without flows.
     *
     * @param links expected number of links in the network
     * @param flows number of flows for which there is room initially, >= 0
     * @param longest largest number of links of one flow, >= 1
     */
    public Crossings(int links, int flows, int longest) {
        shift = Integer.SIZE - Integer.numberOfLeadingZeros(longest - 1);
        length = new int[Math.min(Math.max(16, flows), Integer.MAX_VALUE >> shift)];
        link = new int[length.length << shift];
        slot = new int[length.length << shift];
        crossings = new int[links][];
        Arrays.fill(crossings, NO_CROSSINGS);
        count = new int[links];
    }

    /** Makes room for links up to a number, inclusive. */
    public void ensureLink(int number) {
        int old = count.length;
        if (number >= old) {
            count = Arrays.copyOf(count, Math.max(number + 1, old + (old >> 1)));
            crossings = Arrays.copyOf(crossings, count.length);
            Arrays.fill(crossings, old, count.length, NO_CROSSINGS);
        }
    }

    /**
     * Adds a flow to its links.
     *
     * @param flow dense number that is currently unused
     * @param links links of the flow, each once
     * @param linkCount number of the flow's links, >= 1
     */
    public void add(int flow, int[] links, int linkCount) {
        ensureCapacity(flow);
        length[flow] = linkCount;
        for (int i = 0; i < linkCount; i++) {
            int on = links[i];
            int crossing = (flow << shift) + i;
            int at = count[on]++;
            usedLinks += at == 0 ? 1 : 0;
            if (at == crossings[on].length) {
                crossings[on] = Arrays.copyOf(crossings[on], Math.max(2, 2 * at));
            }
            crossings[on][at] = crossing;
            link[crossing] = on;
            slot[crossing] = at;
        }
        if (linkCount == 1 && inPairs()) {
            link[(flow << shift) + 1] = links[0];
        }
    }

    /** Removes a flow from its links. */
    public void remove(int flow) {
        int first = flow << shift;
        for (int crossing = first; crossing < first + length[flow]; crossing++) {
            int on = link[crossing];
            int last = crossings[on][--count[on]];
            crossings[on][slot[crossing]] = last;
            slot[last] = slot[crossing];
            usedLinks -= count[on] == 0 ? 1 : 0;
        }
        length[flow] = 0;
    }

    /** Returns the number of links that a flow crosses; 0 if it is not in flight. */
    public int length(int flow) {
        return flow < length.length ? length[flow] : 0;
    }

    /** Returns the {@code index}-th link of a flow. */
    public int link(int flow, int index) {
        return link[(flow << shift) + index];
    }

    /** Returns the number of a flow's crossing of its first link; its other crossings have the numbers that follow. */
    public int first(int flow) {
        return flow << shift;
    }

    /** Returns true if a crossing belongs to the first link of its flow. */
    public boolean isFirst(int crossing) {
        return (crossing & (1 << shift) - 1) == 0;
    }

    /** Returns true if no flow crosses more than two links. */
    public boolean inPairs() {
        return shift == 1;
    }

    /**
     * Returns the other link of the flow of a crossing, if flows cross {@link #inPairs two links}; the same link if the
     * flow has only one link.
     */
    public int otherLink(int crossing) {
        return link[crossing ^ 1];
    }

    /** Returns the flow of a crossing. */
    public int flowOf(int crossing) {
        return crossing >> shift;
    }

    /** Returns the link of a crossing. */
    public int linkOf(int crossing) {
        return link[crossing];
    }

    /** Returns the number of flows that cross a link. */
    public int count(int onLink) {
        return count[onLink];
    }

    /** Returns the number of links that at least one flow crosses. */
    public int usedLinks() {
        return usedLinks;
    }

    /** Returns the number of links for which there is room. */
    public int links() {
        return count.length;
    }

    /**
     * Returns the crossings of a link, which are the first {@link #count} elements of the array; valid until the next
     * start.
     */
    public int[] on(int theLink) {
        return crossings[theLink];
    }

    /** Returns the largest possible number of a crossing, plus 1. */
    public int capacity() {
        return link.length;
    }

    private void ensureCapacity(int flow) {
        if (flow >= length.length) {
            int capacity = Math.max(flow + 1, length.length + (length.length >> 1));
            if ((long) capacity << shift > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "flow number " + flow + " is too large for the length of the routes");
            }
            length = Arrays.copyOf(length, capacity);
            link = Arrays.copyOf(link, capacity << shift);
            slot = Arrays.copyOf(slot, capacity << shift);
        }
    }
}
