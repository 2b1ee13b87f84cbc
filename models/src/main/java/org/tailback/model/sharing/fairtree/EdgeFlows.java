package org.tailback.model.sharing.fairtree;

import java.util.Arrays;

/**
 * The flows of every directed edge of a tree, for as long as they are few: after the changes of an instant, all flows on edges whose share
 * changed are looked at. An edge whose share was and is at least b(1) is nobody's bottleneck, because every flow also crosses an
 * edge of height 1, and is passed over at once.
 */
final class EdgeFlows {
    private static final int NONE = -1;

    private final double[] bandwidth;
    private final int heights;
    /** Edge numbers: upward edges height by height, then the downward ones in the same order. */
    private final int[] firstEdge;

    private final int upwardEdges;
    private final byte[] edgeHeight;
    private final int[] flowsOnEdge;
    private final int[] settledFlowsOnEdge;
    private final int[] firstFlow;
    private final boolean[] edgeChanged;
    private final int[] changedEdges;
    private int changedCount;
    private long looks;

    private final TreeFlows flows;
    /** Links of the edges' lists: slot flow * 2 * heights + position of the edge on the flow's path. */
    private int[] nextLink = new int[0];

    private int[] previousLink = new int[0];
    private long[] settled = new long[0];
    /** By flow; not a number before the first. */
    private double[] rate = new double[0];

    private int[] changed = new int[16];
    private int changedFlowCount;
    private long recomputation;

    EdgeFlows(double[] bandwidth, TreeFlows flows) {
        this.bandwidth = bandwidth;
        this.flows = flows;
        this.heights = bandwidth.length;
        firstEdge = new int[heights + 1];
        int edges = 0;
        for (int h = 1; h <= heights; h++) {
            firstEdge[h] = edges;
            edges += 1 << (heights - h + 1);
        }
        upwardEdges = edges;
        edgeHeight = new byte[2 * edges];
        for (int h = 1; h <= heights; h++) {
            int end = h == heights ? edges : firstEdge[h + 1];
            Arrays.fill(edgeHeight, firstEdge[h], end, (byte) h);
            Arrays.fill(edgeHeight, edges + firstEdge[h], edges + end, (byte) h);
        }
        flowsOnEdge = new int[2 * edges];
        settledFlowsOnEdge = new int[2 * edges];
        firstFlow = new int[2 * edges];
        Arrays.fill(firstFlow, NONE);
        edgeChanged = new boolean[2 * edges];
        changedEdges = new int[2 * edges];
    }

    void started(int flow, int source, int destination, int height) {
        ensureCapacity(flow);
        for (int h = 1; h <= height; h++) {
            join(upward(source, h), link(flow, h, false));
            join(downward(destination, h), link(flow, h, true));
        }
        settled[flow] = NONE;
        rate[flow] = Double.NaN;
    }

    void ended(int flow, int source, int destination, int height) {
        for (int h = 1; h <= height; h++) {
            quit(upward(source, h), link(flow, h, false));
            quit(downward(destination, h), link(flow, h, true));
        }
    }

    /** Brings rates up to date; those that changed can be asked for until the next update. */
    void update() {
        recomputation++;
        changedFlowCount = 0;
        for (int i = 0; i < changedCount; i++) {
            int edge = changedEdges[i];
            edgeChanged[edge] = false;
            int before = settledFlowsOnEdge[edge];
            int now = flowsOnEdge[edge];
            settledFlowsOnEdge[edge] = now;
            int height = edgeHeight[edge];
            boolean canLimit = bandwidth[height - 1] / Math.max(before, now) < bandwidth[0];
            if (height == 1 || (canLimit && before != now)) {
                looks += now;
                lookAtFlowsOf(edge);
            }
        }
        changedCount = 0;
    }

    /** Forgets the changes so far. */
    void forgetChanges() {
        for (int i = 0; i < changedCount; i++) {
            edgeChanged[changedEdges[i]] = false;
            settledFlowsOnEdge[changedEdges[i]] = flowsOnEdge[changedEdges[i]];
        }
        changedCount = 0;
    }

    /** How often a flow has been looked at so far. */
    long looks() {
        return looks;
    }

    private void lookAtFlowsOf(int edge) {
        for (int link = firstFlow[edge]; link != NONE; link = nextLink[link]) {
            int flow = link / (2 * heights);
            if (settled[flow] != recomputation) {
                settled[flow] = recomputation;
                double now = rateOf(flow);
                if (now != rate[flow]) {
                    rate[flow] = now;
                    if (changedFlowCount == changed.length) {
                        changed = Arrays.copyOf(changed, 2 * changedFlowCount);
                    }
                    changed[changedFlowCount++] = flow;
                }
            }
        }
    }

    int changedFlowCount() {
        return changedFlowCount;
    }

    int changedFlow(int index) {
        return changed[index];
    }

    double rate(int flow) {
        return rate[flow];
    }

    private double rateOf(int flow) {
        int from = flows.get(flow, TreeFlows.LEAF);
        int to = flows.get(flow, TreeFlows.LEAF + 1);
        int height = flows.get(flow, TreeFlows.HEIGHT);
        double least = Double.POSITIVE_INFINITY;
        for (int h = 1; h <= height; h++) {
            int most = Math.max(flowsOnEdge[upward(from, h)], flowsOnEdge[downward(to, h)]);
            least = Math.min(least, bandwidth[h - 1] / most);
        }
        return least;
    }

    int flowsUpward(int node, int h) {
        return flowsOnEdge[upward(node, h)];
    }

    int flowsDownward(int node, int h) {
        return flowsOnEdge[downward(node, h)];
    }

    private int upward(int node, int h) {
        return firstEdge[h] + (node >>> (h - 1));
    }

    private int downward(int node, int h) {
        return upwardEdges + upward(node, h);
    }

    private int link(int flow, int h, boolean down) {
        return flow * 2 * heights + 2 * (h - 1) + (down ? 1 : 0);
    }

    private void join(int edge, int link) {
        int head = firstFlow[edge];
        nextLink[link] = head;
        previousLink[link] = NONE;
        if (head != NONE) {
            previousLink[head] = link;
        }
        firstFlow[edge] = link;
        flowsOnEdge[edge]++;
        markChanged(edge);
    }

    private void quit(int edge, int link) {
        int next = nextLink[link];
        int previous = previousLink[link];
        if (next != NONE) {
            previousLink[next] = previous;
        }
        if (previous != NONE) {
            nextLink[previous] = next;
        } else {
            firstFlow[edge] = next;
        }
        flowsOnEdge[edge]--;
        markChanged(edge);
    }

    private void markChanged(int edge) {
        if (!edgeChanged[edge]) {
            edgeChanged[edge] = true;
            changedEdges[changedCount++] = edge;
        }
    }

    private void ensureCapacity(int flow) {
        if (flow >= rate.length) {
            int capacity = Math.max(flow + 1, Math.max(16, 2 * rate.length));
            rate = Arrays.copyOf(rate, capacity);
            settled = Arrays.copyOf(settled, capacity);
            nextLink = Arrays.copyOf(nextLink, capacity * 2 * heights);
            previousLink = Arrays.copyOf(previousLink, capacity * 2 * heights);
        }
    }
}
