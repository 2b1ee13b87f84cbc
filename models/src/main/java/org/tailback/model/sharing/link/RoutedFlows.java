package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import org.tailback.model.topology.Topology;

/**
 * The messages in flight on the links of a topology: for every flow its links, for every link its flows. A crossing is a
 * flow on one link; those of a link stand side by side, in a block of one array for all links, so that walking them is fast, and a start
 * or an end costs O(length of the route) and allocates nothing but growth. Memory: for every link what it carried at most.
 *
 * <p>Walk with {@code for (int i = flows.count(link); --i >= 0; ) { int flow = flows.flowOf(flows.crossing(link, i)); … }}. The
 * order depends on the history: results must not.
 */
public final class RoutedFlows {
    /** log2 of the length of the first block of a link. */
    private static final int FIRST_BLOCK = 1;

    private static final int NO_BLOCK = -1;

    private final Topology topology;
    /** Numbers that a model keeps beside a flow's links. */
    static final int SPARE = 2;

    /** A flow's crossings are numbered from flow * 2^shift, so that no division is needed to get from one to the other. */
    private final int shift;

    /** The crossings of a link stand from here on. */
    private final int[] start;
    /** log2 of the length of its block; 0 if it has none. */
    private final byte[] block;

    private final int[] count;
    /** How many crossings of a link stand in front, where a model puts those it has to do with most. */
    private final int[] front;
    /** The crossings of all links. */
    private int[] crossings = new int[64];
    /** Only if routes are of two links at most: beside a crossing of a link, the flow's other link, or {@code links()} if it has none. */
    private int[] partners;

    private final boolean inPairs;
    /** Where the next new block begins. */
    private int end;
    /** By log2 of the length: a block that no link uses, which names the next in its first place. */
    private final int[] freeBlock = new int[Integer.SIZE];

    private int[] length;
    /** By crossing: the link, or -1 behind the last; the last of a flow are spare. Side by side, as one costs no more than all. */
    private int[] link;
    /** Where a crossing stands. */
    private int[] place;

    private final int[] route;

    /** No flows yet. */
    public RoutedFlows(Topology topology) {
        this.topology = topology;
        shift = Integer.SIZE - Integer.numberOfLeadingZeros(topology.longestRoute() + SPARE - 1);
        route = new int[topology.longestRoute()];
        // one for each node is common, and a node has two links
        length = new int[Math.min(Math.max(16, topology.links() / 2), (Integer.MAX_VALUE - 1) >> shift)];
        link = new int[length.length << shift];
        place = new int[length.length << shift];
        start = new int[topology.links()];
        block = new byte[topology.links()];
        Arrays.fill(freeBlock, NO_BLOCK);
        count = new int[topology.links()];
        front = new int[topology.links()];
        inPairs = topology.longestRoute() <= 2;
        partners = new int[inPairs ? crossings.length : 0];
    }

    /** Puts a flow on its route; its number must be >= 0 and not in use, its ends different nodes. */
    public void add(int flow, int source, int destination) {
        Preconditions.checkArgument(
                source != destination, "flow %s stays inside node %s: it is in no contention graph", flow, source);
        ensureCapacity(flow);
        Preconditions.checkState(length[flow] == 0, "flow %s is already in flight", flow);
        int links = topology.route(source, destination, route);
        length[flow] = links;
        for (int i = 0; i < links; i++) {
            int crossing = firstCrossing(flow) + i;
            int on = route[i];
            int at = count[on]++;
            if (at == 1 << block[on] || block[on] == 0) {
                lengthen(on, at);
            }
            at += start[on];
            crossings[at] = crossing;
            if (inPairs) {
                partners[at] = links == 1 ? topology.links() : route[1 - i];
            }
            link[crossing] = on;
            place[crossing] = at;
        }
        Arrays.fill(link, firstCrossing(flow) + links, firstCrossing(flow + 1) - SPARE, -1);
    }

    /** Takes a flow that is in flight off its route. */
    public void remove(int flow) {
        Preconditions.checkState(contains(flow), "flow %s is not in flight", flow);
        for (int i = 0; i < length[flow]; i++) {
            int crossing = firstCrossing(flow) + i;
            int on = link[crossing];
            int hole = place[crossing];
            int last = start[on] + --count[on];
            if (hole < start[on] + front[on]) {
                int lastInFront = start[on] + --front[on];
                if (hole != lastInFront) {
                    put(hole, crossings[lastInFront], lastInFront);
                }
                hole = lastInFront;
            }
            if (hole != last) {
                put(hole, crossings[last], last);
            }
        }
        length[flow] = 0;
    }

    /** Gives a link a block twice as long, or its first. */
    private void lengthen(int on, int used) {
        int bits = Math.max(FIRST_BLOCK, block[on] + 1);
        int at = freeBlock[bits];
        if (at == NO_BLOCK) {
            at = end;
            end = Math.addExact(end, 1 << bits);
            if (end > crossings.length) {
                int capacity = Math.max(end, crossings.length + (crossings.length >> 1));
                crossings = Arrays.copyOf(crossings, capacity);
                partners = inPairs ? Arrays.copyOf(partners, capacity) : partners;
            }
        } else {
            freeBlock[bits] = crossings[at];
        }
        int old = start[on];
        for (int i = 0; i < used; i++) {
            put(at + i, crossings[old + i], old + i);
        }
        if (block[on] > 0) {
            crossings[old] = freeBlock[block[on]];
            freeBlock[block[on]] = old;
        }
        start[on] = at;
        block[on] = (byte) bits;
    }

    /** Puts a crossing in front of the others of its link. */
    void toFront(int crossing) {
        int on = link[crossing];
        exchange(place[crossing], start[on] + front[on]++);
    }

    /** Puts a crossing that stands in front behind those that do. */
    void toBack(int crossing) {
        int on = link[crossing];
        exchange(place[crossing], start[on] + --front[on]);
    }

    private void exchange(int from, int to) {
        if (from != to) {
            int moved = crossings[from];
            int itsPartner = !inPairs ? 0 : partners[from];
            put(from, crossings[to], to);
            crossings[to] = moved;
            place[moved] = to;
            if (inPairs) {
                partners[to] = itsPartner;
            }
        }
    }

    /** The crossing that stands at {@code from} stands at {@code at} now. */
    private void put(int at, int crossing, int from) {
        crossings[at] = crossing;
        place[crossing] = at;
        if (inPairs) {
            partners[at] = partners[from];
        }
    }

    /** How many crossings of a link stand in front. */
    int front(int onLink) {
        return front[onLink];
    }

    /** All crossings of a link stand behind. */
    void clearFront(int onLink) {
        front[onLink] = 0;
    }

    /** True if routes are of two links at most, so that there are {@link #partners}. */
    boolean hasPartners() {
        return inPairs;
    }

    /**
     * Beside each of the {@link #crossings}, the flow's other link, or one behind all links if it has none. Valid until the next start.
     * For inner loops.
     */
    int[] partners() {
        return partners;
    }

    /** True if the flow is in flight. */
    public boolean contains(int flow) {
        return flow >= 0 && flow < length.length && length[flow] > 0;
    }

    /** How many links a flow in flight crosses. */
    public int length(int flow) {
        return length[flow];
    }

    /** The {@code index}-th link of a flow in flight. */
    public int link(int flow, int index) {
        return link[firstCrossing(flow) + index];
    }

    /** The number of a flow's crossing of its first link; the others follow. */
    public int firstCrossing(int flow) {
        return flow << shift;
    }

    /** The link of a crossing. */
    public int linkOf(int crossing) {
        return link[crossing];
    }

    /** The flow of a crossing. */
    public int flowOf(int crossing) {
        return crossing >> shift;
    }

    /** How many flows cross a link. */
    public int count(int onLink) {
        return count[onLink];
    }

    /** One of the crossings of a link, 0 to count - 1. */
    public int crossing(int ofLink, int index) {
        return crossings[start[ofLink] + index];
    }

    /** Largest crossing number that there can be now, plus 1. */
    public int crossingCapacity() {
        return link.length;
    }

    /** The crossings of all links, those of one from {@link #start} on. Valid until the next start. For inner loops. */
    int[] crossings() {
        return crossings;
    }

    /** Where the crossings of a link begin. Valid until the next start. */
    int start(int ofLink) {
        return start[ofLink];
    }

    /**
     * By crossing, its link; -1 for crossings behind the last of a flow, and {@link #SPARE} numbers for the model at the end of
     * each flow's. Valid until the next start. For inner loops.
     */
    int[] records() {
        return link;
    }

    /** By how many bits a crossing's number is shifted to get its flow's. For inner loops. */
    int shift() {
        return shift;
    }

    /** Smallest capacity on the way between two different nodes: what a message alone gets. O(length of the route). */
    public double loneRate(int source, int destination) {
        int links = topology.route(source, destination, route);
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < links; i++) {
            smallest = Math.min(smallest, topology.capacity(route[i]));
        }
        return smallest;
    }

    private void ensureCapacity(int flow) {
        Preconditions.checkArgument(flow >= 0, "a flow's number must be >= 0, not %s", flow);
        if (flow >= length.length) {
            int capacity = Math.max(
                    Math.max(16, flow + 1), (int) Math.min(2L * length.length, (Integer.MAX_VALUE - 1) >> shift));
            Preconditions.checkArgument(
                    (long) capacity << shift < Integer.MAX_VALUE,
                    "flow number %s is too large for this topology",
                    flow);
            length = Arrays.copyOf(length, capacity);
            link = Arrays.copyOf(link, capacity << shift);
            place = Arrays.copyOf(place, capacity << shift);
        }
    }
}
