package org.tailback.model.sharing.fairtree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/**
 * The flows of one network under {@link FairTree}. Every directed edge keeps its number of flows and a list of them; after
 * the changes of an instant only flows on edges whose share changed are looked at.
 *
 * <p>An edge whose share was and is at least b(1) is nobody's bottleneck, because every flow also crosses an edge of height
 * 1, and is passed over at once.
 */
final class FairTreeSharing implements BandwidthSharing {
    private static final int NONE = -1;

    private final FairTree tree;
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

    private int[] source = new int[0];
    private int[] destination = new int[0];
    /** Links of the edges' lists: slot flow * 2 * heights + position of the edge on the flow's path. */
    private int[] nextLink = new int[0];

    private int[] previousLink = new int[0];
    private long[] settled = new long[0];
    private long recomputation;

    FairTreeSharing(FairTree tree, double[] bandwidth) {
        this.tree = tree;
        this.bandwidth = bandwidth;
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

    @Override
    public void flowStarted(int flow, int sourceNode, int destinationNode) {
        ensureCapacity(flow);
        source[flow] = sourceNode;
        destination[flow] = destinationNode;
        int height = FairTree.height(sourceNode, destinationNode);
        for (int h = 1; h <= height; h++) {
            join(upward(sourceNode, h), link(flow, h, false));
            join(downward(destinationNode, h), link(flow, h, true));
        }
        settled[flow] = NONE;
    }

    @Override
    public void flowEnded(int flow) {
        int height = FairTree.height(source[flow], destination[flow]);
        for (int h = 1; h <= height; h++) {
            quit(upward(source[flow], h), link(flow, h, false));
            quit(downward(destination[flow], h), link(flow, h, true));
        }
    }

    @Override
    public void recompute(RateConsumer rates) {
        recomputation++;
        for (int i = 0; i < changedCount; i++) {
            int edge = changedEdges[i];
            edgeChanged[edge] = false;
            int before = settledFlowsOnEdge[edge];
            int now = flowsOnEdge[edge];
            settledFlowsOnEdge[edge] = now;
            int height = edgeHeight[edge];
            boolean canLimit = bandwidth[height - 1] / Math.max(before, now) < bandwidth[0];
            if (height == 1 || (canLimit && before != now)) {
                reportFlowsOf(edge, rates);
            }
        }
        changedCount = 0;
    }

    private void reportFlowsOf(int edge, RateConsumer rates) {
        for (int link = firstFlow[edge]; link != NONE; link = nextLink[link]) {
            int flow = link / (2 * heights);
            if (settled[flow] != recomputation) {
                settled[flow] = recomputation;
                rates.rate(flow, rateOf(flow));
            }
        }
    }

    private double rateOf(int flow) {
        int from = source[flow];
        int to = destination[flow];
        int height = FairTree.height(from, to);
        double rate = Double.POSITIVE_INFINITY;
        for (int h = 1; h <= height; h++) {
            int most = Math.max(flowsOnEdge[upward(from, h)], flowsOnEdge[downward(to, h)]);
            rate = Math.min(rate, bandwidth[h - 1] / most);
        }
        return rate;
    }

    @Override
    public double referenceRate(int sourceNode, int destinationNode) {
        return bandwidth[0];
    }

    @Override
    public Explanation explain(int flow) {
        List<Explanation> shares = new ArrayList<>();
        int height = FairTree.height(source[flow], destination[flow]);
        for (int h = 1; h <= height; h++) {
            shares.add(share("upward", h, flowsOnEdge[upward(source[flow], h)]));
            shares.add(share("downward", h, flowsOnEdge[downward(destination[flow], h)]));
        }
        return new Explanation("rate", rateOf(flow), "smallest share of the edges on the path", shares);
    }

    private Explanation share(String direction, int h, int flows) {
        return Explanation.of(
                "share of the " + direction + " edge of height " + h,
                bandwidth[h - 1] / flows,
                "b(" + h + ") / messages on it",
                Explanation.leaf("b(" + h + ")", bandwidth[h - 1]),
                Explanation.leaf("messages", flows));
    }

    @Override
    public List<String> warnings() {
        return tree.clamped();
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
        if (flow >= source.length) {
            int capacity = Math.max(flow + 1, Math.max(16, 2 * source.length));
            source = Arrays.copyOf(source, capacity);
            destination = Arrays.copyOf(destination, capacity);
            settled = Arrays.copyOf(settled, capacity);
            nextLink = Arrays.copyOf(nextLink, capacity * 2 * heights);
            previousLink = Arrays.copyOf(previousLink, capacity * 2 * heights);
        }
    }
}
