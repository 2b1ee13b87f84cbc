package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import org.tailback.model.topology.Topology;

/**
 * The messages in flight on the links of a topology: for every flow its links, for every link its flows. A crossing is a
 * flow on one link; those of a link stand side by side in an array, so that walking them is fast, and a start or an end costs
 * O(length of the route) and allocates nothing but growth. Memory: for every link what it carried at most.
 *
 * <p>Walk with {@code for (int i = flows.count(link); --i >= 0; ) { int flow = flows.flowOf(flows.crossing(link, i)); … }}. The
 * order depends on the history: results must not.
 */
public final class RoutedFlows {
    private static final int[] NO_CROSSINGS = {};

    private final Topology topology;
    /** Numbers that a model keeps beside a flow's links. */
    static final int SPARE = 2;

    /** A flow's crossings are numbered from flow * 2^shift, so that no division is needed to get from one to the other. */
    private final int shift;

    private final int[][] crossings;
    private final int[] count;
    /** How many crossings of a link stand in front, where a model puts those it has to do with most. */
    private final int[] front;
    /** Only if routes are of two links at most: by crossing of a link, the flow's other link, or {@code links()} if it has none. */
    private final int[][] partners;

    private final boolean inPairs;

    private int[] length = new int[0];
    /** By crossing: the link, or -1 behind the last; the last of a flow are spare. Side by side, as one costs no more than all. */
    private int[] link = new int[0];
    /** Where a crossing stands among those of its link. */
    private int[] place = new int[0];

    private final int[] route;

    /** No flows yet. */
    public RoutedFlows(Topology topology) {
        this.topology = topology;
        shift = Integer.SIZE - Integer.numberOfLeadingZeros(topology.longestRoute() + SPARE - 1);
        route = new int[topology.longestRoute()];
        crossings = new int[topology.links()][];
        Arrays.fill(crossings, NO_CROSSINGS);
        count = new int[topology.links()];
        front = new int[topology.links()];
        inPairs = topology.longestRoute() <= 2;
        partners = inPairs ? crossings.clone() : crossings;
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
            if (at == crossings[on].length) {
                crossings[on] = Arrays.copyOf(crossings[on], Math.max(4, 2 * at));
                if (inPairs) {
                    partners[on] = Arrays.copyOf(partners[on], crossings[on].length);
                }
            }
            crossings[on][at] = crossing;
            if (inPairs) {
                partners[on][at] = links == 1 ? topology.links() : route[1 - i];
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
            int last = --count[on];
            if (hole < front[on]) {
                int lastInFront = --front[on];
                if (hole != lastInFront) {
                    put(on, hole, crossings[on][lastInFront], lastInFront);
                }
                hole = lastInFront;
            }
            if (hole != last) {
                put(on, hole, crossings[on][last], last);
            }
        }
        length[flow] = 0;
    }

    /** Puts a crossing in front of the others of its link. */
    void toFront(int crossing) {
        int on = link[crossing];
        exchange(on, place[crossing], front[on]++);
    }

    /** Puts a crossing that stands in front behind those that do. */
    void toBack(int crossing) {
        int on = link[crossing];
        exchange(on, place[crossing], --front[on]);
    }

    private void exchange(int on, int from, int to) {
        if (from != to) {
            int moved = crossings[on][from];
            int itsPartner = !inPairs ? 0 : partners[on][from];
            put(on, from, crossings[on][to], to);
            crossings[on][to] = moved;
            place[moved] = to;
            if (inPairs) {
                partners[on][to] = itsPartner;
            }
        }
    }

    /** The crossing that stands at {@code from} stands at {@code at} now. */
    private void put(int on, int at, int crossing, int from) {
        crossings[on][at] = crossing;
        place[crossing] = at;
        if (inPairs) {
            partners[on][at] = partners[on][from];
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

    /** By crossing of a link, the flow's other link, or one behind all links if it has none. */
    int[] partners(int ofLink) {
        return partners[ofLink];
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
        return crossings[ofLink][index];
    }

    /** Largest crossing number that there can be now, plus 1. */
    public int crossingCapacity() {
        return link.length;
    }

    /** The crossings of a link; valid until the next change. For inner loops. */
    int[] crossings(int ofLink) {
        return crossings[ofLink];
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
            int capacity = Math.max(Math.max(16, flow + 1), length.length + (length.length >> 1));
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
