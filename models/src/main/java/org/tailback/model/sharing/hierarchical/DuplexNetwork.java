package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.reach.ConnectedPart;
import org.tailback.model.sharing.reach.Crossings;
import org.tailback.model.sharing.reach.DenseSet;

/**
 * The cards and cables of a cluster of racks, and the batches of messages that use them. Places are the nodes, then the
 * racks; resource {@code 2 * place} is the link out of a place, {@code 2 * place + 1} the link into it, and
 * {@code resource ^ 1} the other direction.
 */
final class DuplexNetwork {
    /** Congestions are rounded to a multiple of its inverse, so that equal ones are equal whatever the units. */
    private static final double QUANTUM = 0x1p30;

    private final Cluster cluster;
    private final double nicBandwidth;

    // by resource
    private final double[] capacity;
    private final int[] messages;
    /**
     * The resources of every batch: of its source, its destination, and if they are elsewhere the two racks; the
     * batches of each.
     */
    private final Crossings crossings;

    private final int[] used = new int[4];
    private final DenseSet changed;
    private final ConnectedPart connected;
    private double highestChange;

    DuplexNetwork(HierarchicalEthernet model, Cluster cluster) {
        this.cluster = cluster;
        nicBandwidth = model.nicBandwidth();
        int nodes = cluster.nodes();
        int places = nodes + Math.max(1, cluster.racks().size());
        capacity = new double[2 * places];
        Arrays.fill(capacity, 0, 2 * nodes, model.nicBandwidth());
        Arrays.fill(capacity, 2 * nodes, 2 * places, model.rackBandwidth());
        messages = new int[2 * places];
        crossings = new Crossings(2 * places, places, used.length);
        changed = new DenseSet(2 * places);
        connected = new ConnectedPart(crossings, 2 * places, true);
    }

    int resources() {
        return capacity.length;
    }

    boolean isBetweenRacks(int source, int destination) {
        return cluster.rackOf(source) != cluster.rackOf(destination);
    }

    void add(int batch, int source, int destination) {
        used[0] = 2 * source;
        used[1] = 2 * destination + 1;
        used[2] = 2 * (cluster.nodes() + cluster.rackOf(source));
        used[3] = 2 * (cluster.nodes() + cluster.rackOf(destination)) + 1;
        crossings.add(batch, used, isBetweenRacks(source, destination) ? 4 : 2);
        count(batch, 1);
    }

    void remove(int batch) {
        count(batch, -1);
        crossings.remove(batch);
    }

    /** A batch has so many messages more. */
    void count(int batch, int more) {
        for (int i = 0; i < resources(batch); i++) {
            int resource = resource(batch, i);
            double before = congestion(resource);
            messages[resource] += more;
            highestChange =
                    Math.max(Math.max(highestChange, before), Math.max(congestion(resource), congestion(resource ^ 1)));
            changed.add(resource);
        }
    }

    /** How many resources a batch uses: 2 or 4. */
    int resources(int batch) {
        return crossings.length(batch);
    }

    int resource(int batch, int index) {
        return crossings.link(batch, index);
    }

    /** Bandwidth, bytes per second. */
    double capacity(int resource) {
        return capacity[resource];
    }

    /** How many messages use a resource. */
    int messages(int resource) {
        return messages[resource];
    }

    /** Which batches use which resources. */
    Crossings crossings() {
        return crossings;
    }

    /** beta[i] |S[i]| of a resource, in units of the inverse bandwidth of a card. */
    double congestion(int resource) {
        return Math.rint(messages[resource] * (nicBandwidth / capacity[resource]) * QUANTUM) / QUANTUM;
    }

    /** The largest congestion of a batch's resources: k. */
    double withFlow(int batch) {
        double largest = 0;
        for (int i = 0; i < resources(batch); i++) {
            largest = Math.max(largest, congestion(resource(batch, i)));
        }
        return largest;
    }

    /** The largest congestion of a batch's resources in the other direction that is not above a limit. */
    double contraFlow(int batch, double limit) {
        double largest = 0;
        for (int i = 0; i < resources(batch); i++) {
            double congestion = congestion(resource(batch, i) ^ 1);
            largest = congestion <= limit ? Math.max(largest, congestion) : largest;
        }
        return largest;
    }

    /**
     * The resources that a change since the last call can reach: those that share a message, in either direction, with
     * a changed one, and so on.
     */
    DenseSet takeConnected() {
        return connected.takeFrom(changed);
    }

    /**
     * The largest congestion, before or after, of the resources that changed since the last call, both directions
     * included.
     */
    double takeHighestChange() {
        double highest = highestChange;
        highestChange = 0;
        return highest;
    }

    /** A resource for readers. */
    String name(int resource) {
        int place = resource / 2;
        String where = place < cluster.nodes()
                ? "node " + cluster.nodeName(place)
                : "rack " + cluster.racks().get(place - cluster.nodes()).name();
        return where + ((resource & 1) == 0 ? " outwards" : " inwards");
    }
}
