package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.PartSharing;

/**
 * The cards and cables of a cluster of racks, and the batches of messages that use them. Places are the nodes, then the
 * racks; resource {@code 2 * place} is the link out of a place, {@code 2 * place + 1} the link into it, and
 * {@code resource ^ 1} the other direction. What couples the directions of a place is one more link behind the
 * resources.
 */
abstract class DuplexNetwork extends PartSharing {
    /** Congestions are rounded to a multiple of its inverse, so that equal ones are equal whatever the units. */
    private static final double QUANTUM = 0x1p30;

    private final Cluster cluster;
    private final double nicBandwidth;

    // by resource
    private final double[] capacity;
    private double highestChange;

    DuplexNetwork(HierarchicalEthernet model, Cluster cluster) {
        super(3 * places(cluster), 8);
        this.cluster = cluster;
        nicBandwidth = model.nicBandwidth();
        int nodes = cluster.nodes();
        capacity = new double[2 * places(cluster)];
        Arrays.fill(capacity, 0, 2 * nodes, model.nicBandwidth());
        Arrays.fill(capacity, 2 * nodes, capacity.length, model.rackBandwidth());
    }

    private static int places(Cluster cluster) {
        return cluster.nodes() + Math.max(1, cluster.racks().size());
    }

    int resources() {
        return capacity.length;
    }

    boolean isBetweenRacks(int source, int destination) {
        return cluster.rackOf(source) != cluster.rackOf(destination);
    }

    /** The resources of its source, its destination, and if they are elsewhere the two racks; then their places. */
    @Override
    protected final int crosses(int source, int destination, int[] links) {
        links[0] = 2 * source;
        links[1] = 2 * destination + 1;
        links[2] = 2 * (cluster.nodes() + cluster.rackOf(source));
        links[3] = 2 * (cluster.nodes() + cluster.rackOf(destination)) + 1;
        int used = isBetweenRacks(source, destination) ? 4 : 2;
        for (int i = 0; i < used; i++) {
            links[used + i] = resources() + links[i] / 2;
        }
        return 2 * used;
    }

    /** A batch had so many messages fewer until now. */
    final void changed(int batch, int more) {
        for (int i = 0; i < resources(batch); i++) {
            int resource = resource(batch, i);
            double before = congestion(resource, messagesOn(resource) - more);
            highestChange =
                    Math.max(Math.max(highestChange, before), Math.max(congestion(resource), congestion(resource ^ 1)));
        }
    }

    /** How many resources a batch uses: 2 or 4. */
    final int resources(int batch) {
        return crossings.length(batch) / 2;
    }

    int resource(int batch, int index) {
        return crossings.link(batch, index);
    }

    /** Bandwidth, bytes per second. */
    double capacity(int resource) {
        return capacity[resource];
    }

    /** Which batches use which resources. */
    Crossings crossings() {
        return crossings;
    }

    /** beta[i] |S[i]| of a resource, in units of the inverse bandwidth of a card. */
    double congestion(int resource) {
        return congestion(resource, messagesOn(resource));
    }

    private double congestion(int resource, int messages) {
        return Math.rint(messages * (nicBandwidth / capacity[resource]) * QUANTUM) / QUANTUM;
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
