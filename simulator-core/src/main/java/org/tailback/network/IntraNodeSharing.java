package org.tailback.network;

import java.util.Arrays;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/**
 * Messages inside a node that share its memory bandwidth equally: each of n gets bandwidth / n. A change costs
 * O(messages in that node).
 */
final class IntraNodeSharing implements BandwidthSharing {
    private static final int NONE = -1;

    private final double bytesPerSecond;
    private final int[] firstFlow;
    private final int[] flowsInNode;
    private final boolean[] changed;
    private final int[] changedNodes;
    private int changedCount;
    private int[] nextFlow = new int[16];
    private int[] previousFlow = new int[16];
    private int[] nodeOfFlow = new int[16];

    IntraNodeSharing(Cluster cluster, IntraNodePath path) {
        bytesPerSecond = path.bytesPerSecond();
        firstFlow = new int[cluster.nodes()];
        Arrays.fill(firstFlow, NONE);
        flowsInNode = new int[cluster.nodes()];
        changed = new boolean[cluster.nodes()];
        changedNodes = new int[cluster.nodes()];
    }

    @Override
    public void flowStarted(int flow, int source, int destination) {
        if (flow >= nextFlow.length) {
            int capacity = Math.max(flow + 1, 2 * nextFlow.length);
            nextFlow = Arrays.copyOf(nextFlow, capacity);
            previousFlow = Arrays.copyOf(previousFlow, capacity);
            nodeOfFlow = Arrays.copyOf(nodeOfFlow, capacity);
        }
        int head = firstFlow[source];
        nextFlow[flow] = head;
        previousFlow[flow] = NONE;
        nodeOfFlow[flow] = source;
        if (head != NONE) {
            previousFlow[head] = flow;
        }
        firstFlow[source] = flow;
        flowsInNode[source]++;
        markChanged(source);
    }

    @Override
    public void flowEnded(int flow) {
        int node = nodeOfFlow[flow];
        int next = nextFlow[flow];
        int previous = previousFlow[flow];
        if (next != NONE) {
            previousFlow[next] = previous;
        }
        if (previous != NONE) {
            nextFlow[previous] = next;
        } else {
            firstFlow[node] = next;
        }
        flowsInNode[node]--;
        markChanged(node);
    }

    @Override
    public void recompute(RateConsumer rates) {
        for (int i = 0; i < changedCount; i++) {
            int node = changedNodes[i];
            changed[node] = false;
            double rate = bytesPerSecond / flowsInNode[node];
            for (int flow = firstFlow[node]; flow != NONE; flow = nextFlow[flow]) {
                rates.rate(flow, rate);
            }
        }
        changedCount = 0;
    }

    @Override
    public double referenceRate(int source, int destination) {
        return bytesPerSecond;
    }

    @Override
    public Explanation explain(int flow) {
        int sharing = flowsInNode[nodeOfFlow[flow]];
        return Explanation.of(
                "rate",
                bytesPerSecond / sharing,
                "intra-node bandwidth / messages in the node",
                Explanation.leaf("intra-node bandwidth", bytesPerSecond),
                Explanation.leaf("messages in the node", sharing));
    }

    private void markChanged(int node) {
        if (!changed[node]) {
            changed[node] = true;
            changedNodes[changedCount++] = node;
        }
    }
}
