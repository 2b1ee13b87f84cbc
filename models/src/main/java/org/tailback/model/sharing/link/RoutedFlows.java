package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import org.tailback.model.topology.Topology;

/**
 * The messages in flight on the links of a topology: for every flow its links, for every link its flows. A crossing is a
 * flow on one link; lists of crossings are linked through arrays, so that a start or an end costs O(length of the route)
 * and allocates nothing but growth.
 *
 * <p>Walk with {@code for (int c = flows.first(link); c >= 0; c = flows.next(c)) { int flow = flows.flowOf(c); … }}.
 */
public final class RoutedFlows {
    private static final int NONE = -1;

    private final Topology topology;
    private final int stride;
    private final int[] first;
    private final int[] count;
    private int[] length = new int[0];
    private int[] link = new int[0];
    private int[] next = new int[0];
    private int[] previous = new int[0];
    private final int[] route;

    /** No flows yet. */
    public RoutedFlows(Topology topology) {
        this.topology = topology;
        stride = topology.longestRoute();
        route = new int[stride];
        first = new int[topology.links()];
        count = new int[topology.links()];
        Arrays.fill(first, NONE);
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
            int crossing = flow * stride + i;
            int on = route[i];
            int after = first[on];
            link[crossing] = on;
            next[crossing] = after;
            previous[crossing] = NONE;
            if (after != NONE) {
                previous[after] = crossing;
            }
            first[on] = crossing;
            count[on]++;
        }
    }

    /** Takes a flow that is in flight off its route. */
    public void remove(int flow) {
        Preconditions.checkState(contains(flow), "flow %s is not in flight", flow);
        for (int i = 0; i < length[flow]; i++) {
            int crossing = flow * stride + i;
            int on = link[crossing];
            int before = previous[crossing];
            int after = next[crossing];
            if (before == NONE) {
                first[on] = after;
            } else {
                next[before] = after;
            }
            if (after != NONE) {
                previous[after] = before;
            }
            count[on]--;
        }
        length[flow] = 0;
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
        return link[flow * stride + index];
    }

    /** How many flows cross a link. */
    public int count(int onLink) {
        return count[onLink];
    }

    /** The first crossing of a link, or -1. */
    public int first(int ofLink) {
        return first[ofLink];
    }

    /** The crossing after this one on the same link, or -1. */
    public int next(int crossing) {
        return next[crossing];
    }

    /** The flow of a crossing. */
    public int flowOf(int crossing) {
        return crossing / stride;
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
                    (long) capacity * stride < Integer.MAX_VALUE,
                    "flow number %s is too large for this topology",
                    flow);
            length = Arrays.copyOf(length, capacity);
            link = Arrays.copyOf(link, capacity * stride);
            next = Arrays.copyOf(next, capacity * stride);
            previous = Arrays.copyOf(previous, capacity * stride);
        }
    }
}
