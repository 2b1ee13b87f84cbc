package org.tailback.model.sharing.fairtree;

import java.util.Arrays;

/**
 * One direction of a tree: for every node the edge above it, upwards or downwards, and which of the edges on its path limits
 * a flow on this side.
 *
 * <p>Nodes are numbered as in a heap: the root is 1, the children of v are 2 v and 2 v + 1, the leaves come last. A flow of height h uses
 * the edges above the nodes at the heights 1 to h over its leaf. Flows of the same height over the same node share all edges from there
 * on, so they are kept together as far as they can: a class is a node and a height. Flows follow the class of the node at height h ("cut" there),
 * whose share limits them, but those below a node that was set apart because its share is smaller: they follow the smallest share from there
 * up. A change of a share then concerns classes, not flows; flows are touched only where a node is set apart, or taken back
 * when its share is twice what limits the flows above it, so that as many flows have started or ended there or above as are touched.
 */
final class TreeSide {
    private static final int NONE = TreeFlows.NONE;
    private static final double UNUSED = Double.POSITIVE_INFINITY;
    private static final double TAKEN_BACK = 2;

    private final int side;
    private final TreeFlows flows;
    private final double[] bandwidth;
    private final int heights;
    private final int leaves;

    // by node
    private final int[] flowsOnEdge;
    private final double[] share;
    private final double[] shareBefore;
    /** The smallest share of the node's edge and all below it. */
    private final double[] lowest;

    private final int[] changedIn;
    private final int[] visitedIn;
    private final int[] rootIn;
    private int recomputation = 1;
    private final int[] changedLeaves;
    private int changedLeafCount;
    /** By leaf: up to where its path has changed; 0 if it has not. */
    private final byte[] changedHeight;

    // by class: node * heights + height - 1
    private final int[] flowsOfClass;
    /** The smallest share from the node up to the height, for nodes at the height and those set apart. */
    private final double[] limit;

    private final boolean[] apart;
    private final int[] apartBelow;
    private final int[] firstGroup;
    /** By class of a leaf. */
    private final int[] firstFlow;

    private final PairGroups groups;

    TreeSide(int side, double[] bandwidth, TreeFlows flows, PairGroups groups) {
        this.side = side;
        this.flows = flows;
        this.groups = groups;
        this.bandwidth = bandwidth;
        heights = bandwidth.length;
        leaves = 1 << heights;
        int nodes = 2 * leaves;
        flowsOnEdge = new int[nodes];
        share = filled(nodes);
        shareBefore = new double[nodes];
        lowest = filled(nodes);
        changedIn = new int[nodes];
        visitedIn = new int[nodes];
        rootIn = new int[nodes];
        changedLeaves = new int[leaves];
        changedHeight = new byte[leaves];
        flowsOfClass = new int[nodes * heights];
        limit = filled(nodes * heights);
        apart = new boolean[nodes * heights];
        apartBelow = new int[nodes * heights];
        firstGroup = new int[nodes * heights];
        Arrays.fill(firstGroup, NONE);
        firstFlow = new int[leaves * heights];
        Arrays.fill(firstFlow, NONE);
    }

    private static double[] filled(int length) {
        double[] array = new double[length];
        Arrays.fill(array, UNUSED);
        return array;
    }

    int flowsOnEdge(int leaf, int height) {
        return flowsOnEdge[leaves + leaf >> height - 1];
    }

    void started(int flow, int leaf, int height) {
        int list = leaf * heights + height - 1;
        firstFlow[list] = flows.link(flow, side, firstFlow[list]);
        changeEdges(leaf, height, 1);
    }

    void ended(int flow, int leaf, int height) {
        int list = leaf * heights + height - 1;
        firstFlow[list] = flows.unlink(flow, side, firstFlow[list]);
        changeEdges(leaf, height, -1);
        int v = leaves + leaf;
        if (apartBelow[(v >> height - 1) * heights + height - 1] > 0) {
            for (int k = 1; k < height; k++, v >>= 1) {
                int c = v * heights + height - 1;
                if (flowsOfClass[c] == 0 && apart[c]) {
                    apart[c] = false;
                    countApart(v, k, height, -1);
                }
            }
        }
    }

    private void changeEdges(int leaf, int height, int difference) {
        double least = UNUSED;
        int v = leaves + leaf;
        for (int k = 0; k < height; k++, v >>= 1) {
            if (changedIn[v] != recomputation) {
                changedIn[v] = recomputation;
                shareBefore[v] = share[v];
            }
            flowsOfClass[v * heights + height - 1] += difference;
            int count = flowsOnEdge[v] + difference;
            flowsOnEdge[v] = count;
            double now = count == 0 ? UNUSED : bandwidth[k] / count;
            share[v] = now;
            least = now < least ? now : least;
            lowest[v] = least;
            double besides = lowest[v ^ 1];
            least = besides < least ? besides : least;
        }
        for (; v > 1; v >>= 1) {
            least = share[v] < least ? share[v] : least;
            if (lowest[v] == least) {
                break;
            }
            lowest[v] = least;
            double besides = lowest[v ^ 1];
            least = besides < least ? besides : least;
        }
        if (changedHeight[leaf] == 0) {
            changedLeaves[changedLeafCount++] = leaf;
        }
        if (height > changedHeight[leaf]) {
            changedHeight[leaf] = (byte) height;
        }
    }

    /** Brings limits up to date; touches the flows that have to follow another node. */
    void update() {
        for (int i = 0; i < changedLeafCount; i++) {
            int leaf = changedLeaves[i];
            int v = leaves + leaf;
            int height = changedHeight[leaf];
            for (int k = 1; k <= height; k++, v >>= 1) {
                if (visitedIn[v] != recomputation) {
                    visitedIn[v] = recomputation;
                    if (flowsOfClass[v * heights + k - 1] > 0) {
                        visit(v, k, k, v, UNUSED, UNUSED);
                    }
                }
            }
            visitFromAbove(leaves + leaf >> height - 1, height);
            changedHeight[leaf] = 0;
        }
        changedLeafCount = 0;
        recomputation++;
    }

    /** Classes that come from below a changed node whose parent has not changed. */
    private void visitFromAbove(int v, int k) {
        if (k == heights || changedIn[v >> 1] == recomputation || rootIn[v] == recomputation) {
            return;
        }
        rootIn[v] = recomputation;
        for (int height = k + 1, up = v >> 1; height <= heights && flowsOnEdge[up] > 0; height++, up >>= 1) {
            int c = v * heights + height - 1;
            if (flowsOfClass[c] > 0 && concerns(v, c, limit[up * heights + height - 1])) {
                double least = UNUSED;
                int above = v >> 1;
                int level = k + 1;
                while (level < height && !apart[above * heights + height - 1]) {
                    least = Math.min(least, share[above]);
                    above >>= 1;
                    level++;
                }
                least = Math.min(least, limit[above * heights + height - 1]);
                visit(v, k, height, above, least, least);
            }
        }
    }

    /** False if flows of a class and all below it follow what is above. */
    private boolean concerns(int v, int c, double limitAbove) {
        return apart[c] || apartBelow[c] > 0 || lowest[v] < limitAbove;
    }

    /**
     * @param v the node at height k
     * @param cut the node that the flows follow that are not below one set apart
     * @param before what limited flows above v before the changes
     * @param now what limits them now
     */
    private void visit(int v, int k, int height, int cut, double before, double now) {
        int c = v * heights + height - 1;
        double own = share[v];
        double passedBefore;
        double passed;
        int followed = v;
        if (k == height || apart[c]) {
            passedBefore = limit[c];
            passed = Math.min(own, now);
            if (k < height && own >= TAKEN_BACK * now && now == limit[cut * heights + height - 1]) {
                apart[c] = false;
                countApart(v, k, height, -1);
                follow(v, k, height, cut);
                followed = cut;
            } else if (passed != passedBefore) {
                limit[c] = passed;
                groups.concernAll(side, firstGroup[c]);
            }
        } else {
            passedBefore = Math.min(before, changedIn[v] == recomputation ? shareBefore[v] : own);
            passed = Math.min(own, now);
            if (own < now && !hasNarrowerChild(v, k, height)) {
                apart[c] = true;
                countApart(v, k, height, 1);
                limit[c] = passed;
                follow(v, k, height, v);
            } else {
                followed = cut;
            }
        }
        if (k > 1) {
            for (int child = 2 * v; child <= 2 * v + 1; child++) {
                int d = child * heights + height - 1;
                if (flowsOfClass[d] > 0
                        && (passed != passedBefore || changedIn[child] == recomputation)
                        && concerns(child, d, passed)) {
                    visit(child, k - 1, height, followed, passedBefore, passed);
                }
            }
        }
    }

    /** True if all flows of a class come through one child whose share is smaller: it will be set apart instead. */
    private boolean hasNarrowerChild(int v, int k, int height) {
        if (k == 1) {
            return false;
        }
        int count = flowsOfClass[v * heights + height - 1];
        int left = 2 * v;
        int child = flowsOfClass[left * heights + height - 1] > 0 ? left : left + 1;
        return flowsOfClass[child * heights + height - 1] == count && share[child] < share[v];
    }

    private void countApart(int v, int k, int height, int difference) {
        for (int above = v >> 1, level = k + 1; level <= height; level++, above >>= 1) {
            apartBelow[above * heights + height - 1] += difference;
        }
    }

    /** Lets the flows of a class follow a node, but those below nodes set apart. */
    private void follow(int v, int k, int height, int cut) {
        if (k == 1) {
            for (int flow = firstFlow[(v - leaves) * heights + height - 1];
                    flow != NONE;
                    flow = flows.next(flow, side)) {
                flows.set(flow, TreeFlows.CUT + side, cut);
                flows.touch(flow);
            }
            return;
        }
        for (int child = 2 * v; child <= 2 * v + 1; child++) {
            int d = child * heights + height - 1;
            if (flowsOfClass[d] > 0 && !apart[d]) {
                follow(child, k - 1, height, cut);
            }
        }
    }

    /** The node that a new flow follows. */
    int cut(int leaf, int height) {
        int v = leaves + leaf;
        int top = v >> height - 1;
        if (apartBelow[top * heights + height - 1] == 0) {
            return top;
        }
        for (int k = 1; k < height && !apart[v * heights + height - 1]; k++) {
            v >>= 1;
        }
        return v;
    }

    /** What limits the flows that follow a node: its smallest share from there up. */
    double limit(int cut, int height) {
        return limit[cut * heights + height - 1];
    }

    int firstGroup(int cut, int height) {
        return firstGroup[cut * heights + height - 1];
    }

    void setFirstGroup(int cut, int height, int group) {
        firstGroup[cut * heights + height - 1] = group;
    }
}
