package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;
import org.tailback.columns.Columns;
import org.tailback.columns.IntOrder;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.DenseSet;

/**
 * Algorithm 1 of Zhu et al. for the messages on given resources, in descending order of congestions. At a congestion c
 *
 * <ol>
 *   <li>the messages with k = c that have no bandwidth yet take their share of the remaining capacity of their
 *       bottlenecks (lines 7 to 10 and 26 to 32),
 *   <li>then the messages whose contra-flow with k-bar = c is saturated get 1/c (lines 11 to 17).
 * </ol>
 *
 * <p><b>Why this is the priority queue of the paper.</b> Keys (max(k, k-bar), k, k-bar) come in descending order, so at
 * the same c, messages with k = c precede messages with k-bar = c &gt; k. Messages on a resource of congestion c have k
 * &gt;= c, so after step 1 all of them have a bandwidth, and the saturation of the resource is known. If the resource
 * is not saturated, that contra-flow is discarded (line 19), and the message waits for its next congestion, as in this
 * implementation. Messages with the same k are ordered by descending k-bar among the contra-flows not discarded, which
 * is at most k, then by ascending source and destination nodes. {@code AlgorithmOneTest} compares with the printed
 * algorithm.
 *
 * <p>The messages of a batch have equal keys and are adjacent, and each takes the same bandwidth: when a message takes
 * its share of the remaining capacity, the share of the other messages does not change.
 *
 * <p>Bandwidths are multiples of a small unit, so that sums of bandwidths are exact in any order, and equal messages
 * keep equal bandwidths.
 */
final class AsymmetricDuplex {
    /** Relative tolerance of saturation and of exhaustion. */
    private static final double TOLERANCE = 1e-9;

    private static final int NONE = -1;

    // reasons for bandwidths
    private static final String WITH_FLOW = "share of the remaining capacity of the bottleneck in its own direction";
    static final String CONTRA_FLOW = "1 / congestion of the saturated bottleneck in the other direction";
    private static final String NOTHING_LEFT = "fair share of a bottleneck exhausted by earlier messages";

    private final HierarchicalEthernet model;
    private final HierarchicalEthernetSharing network;
    private final Crossings crossings;
    private final double unit;

    // arrays by resource
    /** Bandwidth taken by messages, by resource, bytes per second. */
    private final double[] taken;
    /** Number of messages without a bandwidth, by resource. */
    private final int[] waiting;
    /** Bandwidth that each waiting message could take, by resource; NaN before it is computed. */
    private final double[] share;

    // arrays by batch
    /** Bandwidth of each message, bytes per second. */
    double[] bandwidth = new double[16];

    int[] bottleneck = new int[16];
    /** Explanation of the bandwidth, by batch. */
    String[] reason = new String[16];
    /** Congestion at which the batch took its bandwidth; {@link #NONE} if it has none yet. */
    private double[] takenAt = new double[16];

    /** Batches that take bandwidth at the current congestion. */
    private int[] taking = new int[16];

    private int takingCount;
    private final Queue queue = new Queue();

    /** Distinct congestions of the resources in ascending order, each with a list of resources. */
    private double[] congestions = new double[16];

    private int[] firstOf = new int[16];
    private final int[] nextOf;
    /** Index of the congestion of a resource in the list of congestions, by resource. */
    private final int[] level;

    private int levels;

    AsymmetricDuplex(HierarchicalEthernet model, HierarchicalEthernetSharing network) {
        this.model = model;
        this.network = network;
        crossings = network.crossings();
        unit = 16 * Math.ulp(model.nicBandwidth());
        int resources = network.resources();
        taken = new double[resources];
        waiting = new int[resources];
        share = new double[resources];
        nextOf = new int[resources];
        level = new int[resources];
    }

    void opened(int batch) {
        if (batch >= bandwidth.length) {
            bandwidth = Columns.fit(bandwidth, batch);
            reason = Columns.fit(reason, batch);
            bottleneck = Columns.fit(bottleneck, batch);
            takenAt = Columns.fit(takenAt, batch);
            taking = Columns.fit(taking, batch);
        }
    }

    /** Returns the total bandwidth of the messages of a resource relative to its capacity. */
    double utilisation(int resource) {
        return taken[resource] / capacity(resource);
    }

    boolean isOversubscribed(int resource) {
        return taken[resource] > capacity(resource) * (1 + TOLERANCE);
    }

    /**
     * Computes the bandwidths of the messages on given resources.
     *
     * @param resources all resources of all these messages, in both directions
     */
    void run(DenseSet resources) {
        sortResources(resources);
        for (int c = levels - 1; c >= 0; c--) {
            takeWithFlow(c);
            if (model.asymmetric()) {
                takeContraFlow(c);
            }
        }
    }

    /** Resets the bandwidths on the resources, and sorts the resources into lists by congestion. */
    private void sortResources(DenseSet resources) {
        int count = resources.size();
        if (count > congestions.length) {
            congestions = new double[2 * count];
            firstOf = new int[congestions.length];
        }
        for (int i = 0; i < count; i++) {
            int resource = resources.get(i);
            congestions[i] = network.congestion(resource);
            taken[resource] = 0;
            waiting[resource] = network.messagesOn(resource);
            share[resource] = Double.NaN;
            for (int k = crossings.count(resource) - 1; k >= 0; k--) {
                takenAt[crossings.flowOf(crossings.on(resource)[k])] = NONE;
            }
        }
        Arrays.sort(congestions, 0, count);
        levels = 0;
        for (int i = 0; i < count; i++) {
            if (levels == 0 || congestions[i] != congestions[levels - 1]) {
                firstOf[levels] = -1;
                congestions[levels++] = congestions[i];
            }
        }
        for (int i = 0; i < count; i++) {
            int resource = resources.get(i);
            int its = Arrays.binarySearch(congestions, 0, levels, network.congestion(resource));
            level[resource] = its;
            nextOf[resource] = firstOf[its];
            firstOf[its] = resource;
        }
    }

    /**
     * Performs lines 7 to 10 of the algorithm. The order matters only where a message uses two resources of this
     * congestion with different shares.
     */
    private void takeWithFlow(int c) {
        takingCount = 0;
        boolean orderMatters = model.clamp();
        for (int resource = firstOf[c]; resource >= 0; resource = nextOf[resource]) {
            if (waiting[resource] > 0) {
                orderMatters |= collect(resource, c, Double.POSITIVE_INFINITY, resource, WITH_FLOW);
            }
        }
        if (orderMatters) {
            sortTaking(1, model.asymmetric() ? c : 0);
        }
        for (int i = 0; i < takingCount; i++) {
            takeShare(taking[i], c);
        }
    }

    /** Performs lines 11 to 20 of the algorithm. */
    private void takeContraFlow(int c) {
        takingCount = 0;
        for (int resource = firstOf[c]; resource >= 0; resource = nextOf[resource]) {
            if (waiting[resource ^ 1] > 0 && taken[resource] >= capacity(resource) * (1 - TOLERANCE)) {
                double fair = rounded(capacity(resource) / network.messagesOn(resource));
                collect(resource ^ 1, c, Math.min(fair, model.nicBandwidth()), resource, CONTRA_FLOW);
            }
        }
        if (model.clamp()) {
            sortTaking(0, c);
        }
        for (int i = 0; i < takingCount; i++) {
            if (model.clamp()) {
                takeShare(taking[i], NONE);
            } else {
                take(taking[i]);
            }
        }
    }

    /**
     * Collects the messages of a resource without a bandwidth. At one congestion all of them take the same share,
     * limited by the bottleneck. Returns true if a message had been collected at another resource of the same
     * congestion with a different share.
     */
    private boolean collect(int resource, int c, double most, int because, String why) {
        boolean differ = false;
        int[] onResource = crossings.on(resource);
        for (int i = crossings.count(resource) - 1; i >= 0; i--) {
            int batch = crossings.flowOf(onResource[i]);
            if (takenAt[batch] == NONE) {
                takenAt[batch] = congestions[c];
                taking[takingCount++] = batch;
                bandwidth[batch] = most;
                bottleneck[batch] = because;
                reason[batch] = why;
            } else {
                differ |= takenAt[batch] == congestions[c] && share(resource) != share(bottleneck[batch]);
            }
        }
        return differ;
    }

    /**
     * Sorts the collected batches in the order of the queue: by descending congestion up to the limit, then by source
     * and destination.
     *
     * @param direction 0 for congestions of the messages' own direction, 1 for those of the other direction
     */
    private void sortTaking(int direction, int limit) {
        queue.direction = direction;
        queue.limit = limit;
        queue.sort(taking, takingCount);
    }

    /** Order of the batches in the queue, for one call of {@link #sortTaking}. */
    private final class Queue extends IntOrder {
        private int direction;
        private int limit;

        @Override
        protected boolean before(int a, int b) {
            int byLevel = largestLevel(b, direction, limit) - largestLevel(a, direction, limit);
            int bySource = byLevel != 0 ? byLevel : network.source(a) - network.source(b);
            return bySource < 0 || bySource == 0 && network.destination(a) < network.destination(b);
        }
    }

    private int largestLevel(int batch, int direction, int limit) {
        int largest = 0;
        for (int j = network.resources(batch) - 1; j >= 0; j--) {
            int its = level[crossings.link(batch, j) ^ direction];
            largest = its <= limit ? Math.max(largest, its) : largest;
        }
        return largest;
    }

    /**
     * Assigns a batch its smallest share of the remaining capacity among its resources of a congestion, or with {@code
     * clamp} among all its resources.
     */
    private void takeShare(int batch, int c) {
        for (int i = network.resources(batch) - 1; i >= 0; i--) {
            int resource = crossings.link(batch, i);
            if (level[resource] == c || model.clamp()) {
                double offered = Math.min(share(resource), model.nicBandwidth());
                if (offered < bandwidth[batch]) {
                    bandwidth[batch] = offered;
                    bottleneck[batch] = resource;
                    reason[batch] = isUsedUp(resource) ? NOTHING_LEFT : WITH_FLOW;
                }
            }
        }
        take(batch);
    }

    /** Returns the share of a resource (lines 27 to 32) available to each message without a bandwidth. */
    private double share(int resource) {
        if (Double.isNaN(share[resource])) {
            double capacity = capacity(resource);
            share[resource] = rounded(
                    isUsedUp(resource)
                            ? capacity / network.messagesOn(resource)
                            : (capacity - taken[resource]) / waiting[resource]);
        }
        return share[resource];
    }

    private double capacity(int resource) {
        return network.capacity[resource];
    }

    private boolean isUsedUp(int resource) {
        return capacity(resource) - taken[resource] <= TOLERANCE * capacity(resource);
    }

    private double rounded(double bytesPerSecond) {
        return Math.max(1, Math.rint(bytesPerSecond / unit)) * unit;
    }

    private void take(int batch) {
        double given = bandwidth[batch];
        int messages = network.messages(batch);
        for (int i = network.resources(batch) - 1; i >= 0; i--) {
            int resource = crossings.link(batch, i);
            taken[resource] += messages * given;
            waiting[resource] -= messages;
            if (given != share[resource]) {
                // the share of the other messages changes
                share[resource] = Double.NaN;
            }
        }
    }
}
