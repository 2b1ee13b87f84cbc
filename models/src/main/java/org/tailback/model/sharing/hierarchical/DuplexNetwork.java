package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.reach.Crossings;
import org.tailback.model.sharing.reach.DenseSet;

/**
 * The cards and cables of a cluster of racks, and the batches of messages that use them. Places are the nodes, then the racks; resource
 * {@code 2 * place} is the way out of a place, {@code 2 * place + 1} the way in, and {@code resource ^ 1} the other direction.
 */
final class DuplexNetwork {
    /** Congestions are rounded to a multiple of its inverse, so that equal ones are equal whatever the units. */
    private static final double QUANTUM = 0x1p30;

    private final Cluster cluster;
    private final double nicBandwidth;

    // by resource
    private final double[] capacity;
    private final int[] messages;
    /** The resources of every batch: of its source, its destination, and if they are elsewhere the two racks; the batches of each. */
    private final Crossings crossings;

    private final int[] used = new int[4];
    private final PairOrder order = new PairOrder();
    private final DenseSet changed;
    private final DenseSet connected;
    private int usedPlaces;

    DuplexNetwork(HierarchicalEthernet model, Cluster cluster) {
        this.cluster = cluster;
        nicBandwidth = model.nicBandwidth();
        int nodes = cluster.nodes();
        int places = nodes + Math.max(1, cluster.racks().size());
        capacity = new double[2 * places];
        Arrays.fill(capacity, 0, 2 * nodes, model.nicBandwidth());
        Arrays.fill(capacity, 2 * nodes, 2 * places, model.rackBandwidth());
        messages = new int[2 * places];
        crossings = new Crossings(2 * places, used.length);
        changed = new DenseSet(places);
        connected = new DenseSet(places);
    }

    int resources() {
        return capacity.length;
    }

    boolean isWayOutOfNode(int resource) {
        return (resource & 1) == 0 && resource < 2 * cluster.nodes();
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
        order.add(batch, source, destination);
        count(batch, 1);
    }

    void remove(int batch) {
        count(batch, -1);
        order.remove(batch, resource(batch, 0) / 2, resource(batch, 1) / 2);
        crossings.remove(batch);
    }

    /** A batch has so many messages more. */
    void count(int batch, int more) {
        for (int i = 0; i < resources(batch); i++) {
            int resource = resource(batch, i);
            usedPlaces -= isUsed(resource / 2) ? 1 : 0;
            messages[resource] += more;
            usedPlaces += isUsed(resource / 2) ? 1 : 0;
            changed.add(resource / 2);
        }
    }

    private boolean isUsed(int place) {
        return messages[2 * place] + messages[2 * place + 1] > 0;
    }

    /** How many resources a batch uses: 2 or 4. */
    int resources(int batch) {
        return crossings.length(batch);
    }

    int resource(int batch, int index) {
        return crossings.link(batch, index);
    }

    PairOrder order() {
        return order;
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
     * The used places that share a message, in whatever direction, with one that shares a message … with one where messages started or
     * ended since the last call; valid until the next one.
     */
    DenseSet takeConnected() {
        connected.clear();
        for (int i = 0; i < changed.size(); i++) {
            connect(changed.get(i));
        }
        for (int i = 0; i < connected.size() && connected.size() < usedPlaces; i++) {
            for (int resource = 2 * connected.get(i); resource <= 2 * connected.get(i) + 1; resource++) {
                connectWith(resource);
            }
        }
        changed.clear();
        return connected;
    }

    private void connectWith(int resource) {
        int[] onResource = crossings.on(resource);
        for (int i = crossings.count(resource) - 1; i >= 0 && connected.size() < usedPlaces; i--) {
            int batch = crossings.flowOf(onResource[i]);
            for (int j = resources(batch) - 1; j >= 0; j--) {
                connect(resource(batch, j) / 2);
            }
        }
    }

    private void connect(int place) {
        if (isUsed(place)) {
            connected.add(place);
        }
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
