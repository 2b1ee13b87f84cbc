package org.tailback.model.sharing.fairtree;

import org.tailback.sharing.part.DenseSet;

/**
 * The directed edges of a perfect binary tree: what share each of the messages on an edge gets. The upward
 * edge above tree node v has the number v, the downward one v + 2^(heights + 1); 2^heights + i is leaf i, v / 2 lies
 * above v.
 */
final class TreeEdges {
    private final double[] bandwidth;
    private final int heights;
    /** The number of the first downward edge. */
    private final int downward;

    // by edge
    /** b(h) / c(E) after the changes of an instant, and before them; 0 for an edge that no message uses. */
    private final double[] share;

    private final double[] shareBefore;

    TreeEdges(double[] bandwidth) {
        this.bandwidth = bandwidth;
        heights = bandwidth.length;
        downward = 2 << heights;
        share = new double[2 * downward];
        shareBefore = new double[2 * downward];
    }

    /** The upward edge of a height above a leaf. */
    int upward(int leaf, int h) {
        return ((1 << heights) + leaf) >>> (h - 1);
    }

    /** The downward edge of a height above a leaf. */
    int downward(int leaf, int h) {
        return downward + upward(leaf, h);
    }

    boolean isUpward(int edge) {
        return edge < downward;
    }

    int height(int edge) {
        return heights - 31 + Integer.numberOfLeadingZeros(node(edge)) + 1;
    }

    private int node(int edge) {
        return edge & downward - 1;
    }

    /** b(h) of an edge. */
    double bandwidth(int edge) {
        return bandwidth[height(edge) - 1];
    }

    /** Brings the share of an edge up to date. */
    void settle(int edge, int messages) {
        share[edge] = messages == 0 ? 0 : bandwidth(edge) / messages;
    }

    /** What was before is of no interest any more. */
    void forget(DenseSet changed) {
        for (int i = 0; i < changed.size(); i++) {
            shareBefore[changed.get(i)] = share[changed.get(i)];
        }
    }

    double share(int edge) {
        return share[edge];
    }

    double shareBefore(int edge) {
        return shareBefore[edge];
    }

    /**
     * False if the edge was and is no message's bottleneck: its share is the same, or both before and now its messages
     * got no more on the edges below that they also use.
     */
    boolean matters(int edge) {
        int below = edge + node(edge);
        return share[edge] != shareBefore[edge]
                && (height(edge) == 1
                        || shareBefore[edge] < Math.max(shareBefore[below], shareBefore[below + 1])
                        || share[edge] < Math.max(share[below], share[below + 1]));
    }
}
