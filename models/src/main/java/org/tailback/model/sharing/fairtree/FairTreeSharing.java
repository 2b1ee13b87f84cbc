package org.tailback.model.sharing.fairtree;

import java.util.ArrayList;
import java.util.List;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.part.DenseSet;
import org.tailback.sharing.part.Part;
import org.tailback.sharing.part.PartSharing;

/**
 * Rates of the messages of one network under {@link FairTree}. After the changes of an instant, messages are examined
 * on edges whose share changed and may be a message's rate ({@link Edges#matters}). If a share decreased, messages with
 * a higher rate get the new share. If a share increased, messages whose rate was the old share get the smallest share
 * on their path.
 */
final class FairTreeSharing extends PartSharing {
    /** Relative tolerance of equal shares, above the rounding error. */
    private static final double ROUNDING = 1e-9;

    private final FairTree tree;
    private final double[] bandwidth;
    private final Edges edges;
    /** Batches without a rate. Some of these batches may have ended. */
    private final DenseSet opened = new DenseSet(16);

    FairTreeSharing(FairTree tree, double[] bandwidth) {
        super(2 * (2 << bandwidth.length), 2 * bandwidth.length);
        this.tree = tree;
        this.bandwidth = bandwidth;
        edges = new Edges(bandwidth);
    }

    /**
     * Writes the edges of a path. The injection rate, max(wire bytes, b(1) g(m)) / g(m), is never the bottleneck: the
     * share on the edge of height 1 is at most b(1).
     */
    @Override
    protected int crosses(int source, int destination, int[] path) {
        int height = FairTree.height(source, destination);
        for (int h = 1; h <= height; h++) {
            path[2 * h - 2] = edges.upward(source, h);
            path[2 * h - 1] = edges.downward(destination, h);
        }
        return 2 * height;
    }

    @Override
    protected void opened(int batch) {
        opened.add(batch);
    }

    /** Examines only the batches that changed shares may affect. The connected component would be most of the tree. */
    @Override
    protected void update() {
        for (int i = 0; i < changedLinks.size(); i++) {
            edges.settle(changedLinks.get(i), messagesOn(changedLinks.get(i)));
        }
        for (int i = 0; i < changedLinks.size(); i++) {
            if (edges.matters(changedLinks.get(i))) {
                visit(changedLinks.get(i));
            }
        }
        edges.forget(changedLinks);
        for (int i = 0; i < opened.size(); i++) {
            if (crossings.length(opened.get(i)) > 0) {
                setRate(opened.get(i), smallestShare(opened.get(i)));
            }
        }
        opened.clear();
    }

    @Override
    protected void solve(Part part) {
        throw new UnsupportedOperationException("edges are examined");
    }

    /**
     * Updates the rates on an edge whose share changed. New batches have the rate NaN, for which both comparisons fail.
     */
    private void visit(int edge) {
        double before = edges.shareBefore(edge);
        double now = edges.share(edge);
        int[] onEdge = crossings.on(edge);
        for (int i = crossings.count(edge) - 1; i >= 0; i--) {
            int batch = crossings.flowOf(onEdge[i]);
            if (rate(batch) > now) {
                setRate(batch, now);
            } else if (rate(batch) >= before * (1 - ROUNDING)) {
                setRate(batch, smallestShare(batch));
            }
        }
    }

    /** Returns the model's rate of a batch: the minimum of b(h) / c(E) over the edges of its path. */
    private double smallestShare(int batch) {
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = crossings.length(batch) - 1; i >= 0; i--) {
            smallest = Math.min(smallest, edges.share(crossings.link(batch, i)));
        }
        return smallest;
    }

    /** Returns b(1) g(m) as in the paper, but at least the message's bytes on the wire. */
    @Override
    public double work(int sourceNode, int destinationNode, double wireBytes, double gap) {
        return Math.max(wireBytes, gap * bandwidth[0]);
    }

    /** Returns the bandwidth of the narrowest edge on the path. */
    @Override
    public double referenceRate(int sourceNode, int destinationNode) {
        double narrowest = bandwidth[0];
        for (int h = FairTree.height(sourceNode, destinationNode); h > 1; h--) {
            narrowest = Math.min(narrowest, bandwidth[h - 1]);
        }
        return narrowest;
    }

    @Override
    protected Explanation why(int batch) {
        List<Explanation> shares = new ArrayList<>();
        for (int i = 0; i < crossings.length(batch); i++) {
            int edge = crossings.link(batch, i);
            shares.add(Explanation.of(
                            "share of the " + (edges.isUpward(edge) ? "upward" : "downward") + " edge of height "
                                    + edges.height(edge),
                            edges.share(edge),
                            "b(" + edges.height(edge) + ") / messages on it",
                            Explanation.leaf("b(" + edges.height(edge) + ")", edges.bandwidth(edge))
                                    .asRate(bandwidth[0]),
                            Explanation.leaf("messages", messagesOn(edge)))
                    .asRate(bandwidth[0]));
        }
        return new Explanation("rate", rate(batch), "smallest share of the edges on the path", shares)
                .asRate(bandwidth[0]);
    }

    @Override
    public List<String> warnings() {
        return tree.clamped();
    }

    /**
     * Directed edges of a perfect binary tree, with the share of each message on an edge. The upward edge above tree
     * node v has the number v, and the downward edge has the number v + 2^(heights + 1). Leaf i is tree node 2^heights
     * + i; the parent of v is v / 2.
     */
    private static final class Edges {
        private final double[] bandwidth;
        private final int heights;
        private final int downward;

        // arrays by edge
        /** Share b(h) / c(E) after the changes of an instant, by edge; 0 for an unused edge. */
        private final double[] share;

        private final double[] shareBefore;

        Edges(double[] bandwidth) {
            this.bandwidth = bandwidth;
            heights = bandwidth.length;
            downward = 2 << heights;
            share = new double[2 * downward];
            shareBefore = new double[2 * downward];
        }

        int upward(int leaf, int h) {
            return ((1 << heights) + leaf) >>> (h - 1);
        }

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

        /** Returns b(h) of an edge. */
        double bandwidth(int edge) {
            return bandwidth[height(edge) - 1];
        }

        void settle(int edge, int messages) {
            share[edge] = messages == 0 ? 0 : bandwidth(edge) / messages;
        }

        /** Discards all earlier changes. */
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
         * Returns whether an edge may have been or become the bottleneck of a message. It cannot be a bottleneck if its
         * share is unchanged, or if the shares on the edges below were no larger both before and after the change.
         */
        boolean matters(int edge) {
            int below = edge + node(edge);
            return share[edge] != shareBefore[edge]
                    && (height(edge) == 1
                            || shareBefore[edge] < Math.max(shareBefore[below], shareBefore[below + 1])
                            || share[edge] < Math.max(share[below], share[below + 1]));
        }
    }
}
