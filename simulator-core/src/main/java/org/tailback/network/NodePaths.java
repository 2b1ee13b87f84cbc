package org.tailback.network;

import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.part.Batches;
import org.tailback.sharing.part.DenseSet;

/**
 * Paths inside nodes whose messages share the bandwidth equally, except that the bandwidth unused by a message with a
 * limit is shared by the others. Messages of a node with the same limit are a batch.
 */
final class NodePaths {
    private final double bandwidth;
    private final Batches batches;
    private final DenseSet changed;
    private final BatchGroups ofNode = new BatchGroups();

    /**
     * Creates paths without messages.
     *
     * @param bandwidth bandwidth of each path, bytes per second
     */
    NodePaths(double bandwidth, Batches batches, int nodes) {
        this.bandwidth = bandwidth;
        this.batches = batches;
        changed = new DenseSet(nodes);
    }

    boolean isChanged() {
        return changed.size() > 0;
    }

    /** Handles a message that has joined a batch. */
    void joined(int batch) {
        int node = batches.source(batch);
        changed.add(node);
        if (batches.size(batch) == 1) {
            ofNode.add(batch, node, batches.injectionRate(batch));
        }
    }

    /** Handles a message that has left a batch of a node. O(batches of the node). */
    void left(int batch, int node, int left) {
        changed.add(node);
        if (left == 0) {
            ofNode.remove(batch);
        }
    }

    /** Reports the rates at nodes whose messages have changed. O(square of the number of limits at the node). */
    void share(BandwidthSharing.RateConsumer rates) {
        for (int i = 0; i < changed.size(); i++) {
            share(changed.get(i), rates);
        }
        changed.clear();
    }

    private void share(int node, BandwidthSharing.RateConsumer rates) {
        int sharers = 0;
        for (int batch = ofNode.first(node); batch != Batches.NONE; batch = ofNode.next(batch)) {
            sharers += batches.size(batch);
        }
        double level = bandwidth / sharers;
        double before = 0;
        while (level > before && sharers > 0) {
            before = level;
            double rest = bandwidth;
            int unlimited = 0;
            for (int batch = ofNode.first(node); batch != Batches.NONE; batch = ofNode.next(batch)) {
                if (ofNode.limit(batch) < level) {
                    rest -= batches.size(batch) * ofNode.limit(batch);
                } else {
                    unlimited += batches.size(batch);
                }
            }
            level = unlimited > 0 ? Math.max(before, rest / unlimited) : before;
        }
        for (int batch = ofNode.first(node); batch != Batches.NONE; batch = ofNode.next(batch)) {
            rates.rate(batch, Math.min(level, ofNode.limit(batch)));
        }
    }
}
