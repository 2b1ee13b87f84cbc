package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;
import java.util.Comparator;
import org.tailback.columns.Columns;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.DenseSet;

/**
 * Algorithm 1 of Zhu et al. for the messages on some resources, congestion by congestion from the largest down. At a
 * congestion c
 *
 * <ol>
 *   <li>the messages with k = c that have no bandwidth yet take their share of the rest on their bottlenecks (lines
 *       7 to 10 and 26 to 32),
 *   <li>then the messages whose contra-flow with k-bar = c is saturated get 1/c (lines 11 to 17).
 * </ol>
 *
 * <p><b>Why this is the priority queue of the paper.</b> Keys (max(k, k-bar), k, k-bar) come in descending order, so at
 * the same c those with k = c before those with k-bar = c &gt; k. Messages on a resource of congestion c have k &gt;=
 * c, so that after step 1 all of them have a bandwidth, and it is decided whether they saturate it. Where they do not,
 * line 19 forgets that contra-flow, and the message waits for its next congestion, as it does here. Among messages with
 * the same k come first those with the largest k-bar that is still regarded, which is at most k, then those of lower
 * source and destination nodes. {@code AlgorithmOneTest} compares with the printed algorithm.
 *
 * <p>The messages of a batch have equal keys and follow each other, and each takes the same: where one takes its share
 * of the rest, the share of the others does not change.
 *
 * <p>Bandwidths are multiples of a small unit, so that sums of them are exact whatever their order, and equal messages
 * stay equal.
 */
final class AsymmetricDuplex {
    /** Relative tolerance of saturation and of exhaustion. */
    private static final double TOLERANCE = 1e-9;

    private static final int NONE = -1;

    // reasons of bandwidths
    private static final String WITH_FLOW = "share of the rest on the bottleneck in its own direction";
    static final String CONTRA_FLOW = "1 / congestion of the saturated bottleneck in the other direction";
    private static final String NOTHING_LEFT = "fair share of a bottleneck that earlier messages used up";

    private final HierarchicalEthernet model;
    private final HierarchicalEthernetSharing network;
    private final Crossings crossings;
    private final double unit;

    // by resource
    /** Bandwidth taken by messages, by resource, bytes per second. */
    private final double[] taken;
    /** Number of messages without a bandwidth, by resource. */
    private final int[] waiting;
    /** Bandwidth that each waiting message could take, by resource; not a number before it is computed. */
    private final double[] share;

    // by batch
    /** Bandwidth of each message, bytes per second. */
    double[] bandwidth = new double[16];

    int[] bottleneck = new int[16];
    /** Explanation of the bandwidth. */
    String[] reason = new String[16];
    /** The congestion at which the batch took its bandwidth; {@link #NONE} if it has none yet. */
    private double[] takenAt = new double[16];

    /** Batches that take at the current congestion. */
    private int[] taking = new int[16];

    private int takingCount;

    /** The resources by congestion, in lists; congestions ascending. */
    private double[] congestions = new double[16];

    private int[] firstOf = new int[16];
    private final int[] nextOf;
    /** Index of the congestion, by resource. */
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

    /** Returns the bandwidth given to the messages of a resource over its capacity. */
    double utilisation(int resource) {
        return taken[resource] / capacity(resource);
    }

    boolean isOversubscribed(int resource) {
        return taken[resource] > capacity(resource) * (1 + TOLERANCE);
    }

    /**
     * Gives bandwidths to the messages on some resources.
     *
     * @param resources all resources of all messages there, and their other directions
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

    /** Resets the bandwidths on the resources, and puts these into lists by congestion. */
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
     * Lines 7 to 10. The order matters only where a message is on two resources of this congestion that offer different
     * shares.
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

    /** Lines 11 to 20. */
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
     * Collects the messages of a resource that have no bandwidth: at a congestion they take one share, bounded by the
     * bottleneck. Returns true if a message had been collected at another resource of the same congestion that offers
     * another share.
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
     * Sorts those that take in the order of the queue: those with the larger congestion first, which is at most that of
     * the limit, then by source and destination.
     *
     * @param direction 0 for congestions of the messages' own direction, 1 for those of the other
     */
    private void sortTaking(int direction, int limit) {
        Integer[] sorted = Arrays.stream(taking, 0, takingCount).boxed().toArray(Integer[]::new);
        Arrays.sort(
                sorted,
                Comparator.comparingInt((Integer batch) -> -largestLevel(batch, direction, limit))
                        .thenComparingInt(network::source)
                        .thenComparingInt(network::destination));
        for (int i = 0; i < takingCount; i++) {
            taking[i] = sorted[i];
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

    /** The share of the rest on the resources of a congestion, with {@code clamp} on all; the slowest counts. */
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

    /** Returns the share of a resource (lines 27 to 32) that each message without a bandwidth could take. */
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
                // leaves the others another share
                share[resource] = Double.NaN;
            }
        }
    }
}
