package org.tailback.network;

import org.tailback.columns.Columns;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.part.Batches;
import org.tailback.sharing.part.DenseSet;

/**
 * The paths inside nodes whose bandwidth their messages share equally; what a message with a limit of its own does not
 * take goes to the others. Messages of a node with the same limit are a batch.
 */
final class NodePaths {
    private final double bandwidth;
    private final Batches batches;
    private final DenseSet changed;
    /** By node, the first of its batches + 1; by batch, the next of the same node + 1. */
    private int[] first = {};

    private int[] next = {};

    /** @param bandwidth of each path, bytes per second */
    NodePaths(double bandwidth, Batches batches, int nodes) {
        this.bandwidth = bandwidth;
        this.batches = batches;
        changed = new DenseSet(nodes);
    }

    boolean isChanged() {
        return changed.size() > 0;
    }

    /** A message has joined a batch. */
    void joined(int batch) {
        int node = batches.source(batch);
        changed.add(node);
        if (batches.size(batch) == 1) {
            first = Columns.fit(first, node);
            next = Columns.fit(next, batch);
            next[batch] = first[node];
            first[node] = batch + 1;
        }
    }

    /** A message has left a batch of a node. O(batches of the node). */
    void left(int batch, int node, int left) {
        changed.add(node);
        if (left == 0) {
            int before = first[node] - 1;
            if (before == batch) {
                first[node] = next[batch];
            } else {
                while (next[before] != batch + 1) {
                    before = next[before] - 1;
                }
                next[before] = next[batch];
            }
        }
    }

    /** Reports the rates at nodes where messages have come or gone. O(limits of the node squared). */
    void share(BandwidthSharing.RateConsumer rates) {
        for (int i = 0; i < changed.size(); i++) {
            share(changed.get(i), rates);
        }
        changed.clear();
    }

    private void share(int node, BandwidthSharing.RateConsumer rates) {
        int sharers = 0;
        for (int at = first[node]; at > 0; at = next[at - 1]) {
            sharers += batches.size(at - 1);
        }
        double level = bandwidth / sharers;
        double before = 0;
        while (level > before && sharers > 0) {
            before = level;
            double rest = bandwidth;
            int unlimited = 0;
            for (int at = first[node]; at > 0; at = next[at - 1]) {
                int batch = at - 1;
                if (batches.pace(batch) < level) {
                    rest -= batches.size(batch) * batches.pace(batch);
                } else {
                    unlimited += batches.size(batch);
                }
            }
            level = unlimited > 0 ? Math.max(before, rest / unlimited) : before;
        }
        for (int at = first[node]; at > 0; at = next[at - 1]) {
            rates.rate(at - 1, Math.min(level, batches.pace(at - 1)));
        }
    }
}
