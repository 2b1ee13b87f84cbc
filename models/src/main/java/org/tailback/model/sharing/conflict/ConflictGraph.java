package org.tailback.model.sharing.conflict;

import com.google.common.base.Preconditions;
import java.util.Arrays;

/**
 * The messages in flight as a directed multigraph that changes: for every node the list of the flows that leave it and
 * of those that come in. A flow here is a message, or all messages of a batch ({@link
 * org.tailback.model.sharing.reach.Batches}), which count as so many. Lists are linked through arrays indexed by flow,
 * so that a start or an end costs O(1) and allocates nothing (the arrays grow with the largest flow number).
 *
 * <p>Walk a list with {@code for (int f = graph.firstOut(s); f >= 0; f = graph.nextOut(f))}. The order inside a list
 * depends on the history: results must not.
 */
public final class ConflictGraph {
    private static final int NONE = -1;

    private final int[] firstOut;
    private final int[] firstIn;
    private final int[] outDegree;
    private final int[] inDegree;
    private int[] source = new int[0];
    private int[] destination = new int[0];
    private int[] messages = new int[0];
    private int[] nextOut = new int[0];
    private int[] previousOut = new int[0];
    private int[] nextIn = new int[0];
    private int[] previousIn = new int[0];
    /** Messages that are not the only ones of their flow. */
    private int furtherMessages;

    private int sources;

    /** @param nodes number of nodes, >= 1 */
    public ConflictGraph(int nodes) {
        firstOut = new int[nodes];
        firstIn = new int[nodes];
        outDegree = new int[nodes];
        inDegree = new int[nodes];
        Arrays.fill(firstOut, NONE);
        Arrays.fill(firstIn, NONE);
    }

    /**
     * Adds a flow of one message.
     *
     * @param flow dense number, not in the graph now
     * @param from node, 0 to nodes - 1
     * @param to node, 0 to nodes - 1, not {@code from}
     */
    public void add(int flow, int from, int to) {
        Preconditions.checkElementIndex(from, firstOut.length, "source");
        Preconditions.checkElementIndex(to, firstOut.length, "destination");
        Preconditions.checkArgument(
                from != to, "flow %s stays inside node %s: it is in no contention graph", flow, from);
        ensureCapacity(flow);
        Preconditions.checkState(source[flow] == NONE, "flow %s is already in flight", flow);
        source[flow] = from;
        destination[flow] = to;
        messages[flow] = 1;
        int out = firstOut[from];
        nextOut[flow] = out;
        previousOut[flow] = NONE;
        if (out != NONE) {
            previousOut[out] = flow;
        }
        firstOut[from] = flow;
        sources += outDegree[from]++ == 0 ? 1 : 0;
        int in = firstIn[to];
        nextIn[flow] = in;
        previousIn[flow] = NONE;
        if (in != NONE) {
            previousIn[in] = flow;
        }
        firstIn[to] = flow;
        inDegree[to]++;
    }

    /** Adds messages to a flow of the graph, or removes some of its messages (negative), but not all. */
    public void addMessages(int flow, int more) {
        messages[flow] += more;
        furtherMessages += more;
        outDegree[source[flow]] += more;
        inDegree[destination[flow]] += more;
    }

    /** Removes a flow that is in the graph. */
    public void remove(int flow) {
        Preconditions.checkState(contains(flow), "flow %s is not in flight", flow);
        int from = source[flow];
        int to = destination[flow];
        int before = previousOut[flow];
        int after = nextOut[flow];
        if (before == NONE) {
            firstOut[from] = after;
        } else {
            nextOut[before] = after;
        }
        if (after != NONE) {
            previousOut[after] = before;
        }
        int count = messages[flow];
        furtherMessages -= count - 1;
        outDegree[from] -= count;
        sources -= outDegree[from] == 0 ? 1 : 0;
        before = previousIn[flow];
        after = nextIn[flow];
        if (before == NONE) {
            firstIn[to] = after;
        } else {
            nextIn[before] = after;
        }
        if (after != NONE) {
            previousIn[after] = before;
        }
        inDegree[to] -= count;
        source[flow] = NONE;
    }

    /** Number of nodes that flows leave. */
    public int sources() {
        return sources;
    }

    /** True if the flow is in the graph. */
    public boolean contains(int flow) {
        return flow >= 0 && flow < source.length && source[flow] != NONE;
    }

    /** The node that a flow in the graph leaves. */
    public int source(int flow) {
        return source[flow];
    }

    /** The node that a flow in the graph goes to. */
    public int destination(int flow) {
        return destination[flow];
    }

    /** How many messages a flow in the graph has. */
    public int messages(int flow) {
        // mostly spares a walk through memory
        return furtherMessages == 0 ? 1 : messages[flow];
    }

    /** Number of messages that leave a node. */
    public int outDegree(int node) {
        return outDegree[node];
    }

    /** Number of messages that go to a node. */
    public int inDegree(int node) {
        return inDegree[node];
    }

    /** The first flow that leaves a node, or -1. */
    public int firstOut(int node) {
        return firstOut[node];
    }

    /** The flow after this one among those that leave its source, or -1. */
    public int nextOut(int flow) {
        return nextOut[flow];
    }

    /** The first flow that goes to a node, or -1. */
    public int firstIn(int node) {
        return firstIn[node];
    }

    /** The flow after this one among those that go to its destination, or -1. */
    public int nextIn(int flow) {
        return nextIn[flow];
    }

    private void ensureCapacity(int flow) {
        Preconditions.checkArgument(flow >= 0, "a flow's number must be >= 0, not %s", flow);
        int old = source.length;
        if (flow >= old) {
            int length = Math.max(Math.max(16, flow + 1), old + (old >> 1));
            source = Arrays.copyOf(source, length);
            Arrays.fill(source, old, length, NONE);
            destination = Arrays.copyOf(destination, length);
            messages = Arrays.copyOf(messages, length);
            nextOut = Arrays.copyOf(nextOut, length);
            previousOut = Arrays.copyOf(previousOut, length);
            nextIn = Arrays.copyOf(nextIn, length);
            previousIn = Arrays.copyOf(previousIn, length);
        }
    }
}
