package org.tailback.model.sharing.headofline;

import java.util.Arrays;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.part.DenseSet;
import org.tailback.sharing.part.Part;
import org.tailback.sharing.part.PartSharing;

/** Connected batches of the network as a {@link PacketPart}, with their numbers in the network. */
final class NetworkPart {
    /**
     * Number of bits for a batch, for a distance, or for a node and lane: three such numbers fit in a long.
     */
    private static final int BITS_OF_NUMBER = 21;

    static final int LARGEST_NUMBER = (1 << BITS_OF_NUMBER) - 1;

    final PacketPart part;
    private final Topology topology;
    private final int nodes;
    private final PartSharing batches;
    /** Current capacity by link of the network, bytes per second. */
    private final double[] capacity;
    /** Links of the component. */
    private final DenseSet visited;
    /** Number of each link in the component, by link of the network. */
    private final int[] numberInPart;

    private final int[] route;
    private double widest;
    private int count;
    private long[] order = new long[16];

    NetworkPart(int lanes, Topology topology, int nodes, PartSharing batches, double[] capacity) {
        this.topology = topology;
        this.nodes = nodes;
        this.batches = batches;
        this.capacity = capacity;
        part = new PacketPart(lanes);
        visited = new DenseSet(topology.links());
        numberInPart = new int[topology.links()];
        route = new int[topology.longestRoute()];
    }

    /**
     * Sets the component to the batches reached by a change, ordered by source, lane, distance to the destination in
     * the order of node numbers, and injection rate.
     */
    void set(Part reached) {
        count = reached.size();
        order = count > order.length ? new long[2 * count] : order;
        for (int i = 0; i < count; i++) {
            int batch = reached.batch(i);
            int source = batches.source(batch);
            int distance = Math.floorMod(batches.destination(batch) - source, nodes);
            long group = (long) source * part.lanes + lane(batch);
            order[i] = (group << BITS_OF_NUMBER | distance) << BITS_OF_NUMBER | batch;
        }
        Arrays.sort(order, 0, count);
        for (int i = 1; i < count; i++) {
            for (int k = i; k > 0 && order[k] >> BITS_OF_NUMBER == order[k - 1] >> BITS_OF_NUMBER; k--) {
                if (batches.injectionRate(batch(k)) < batches.injectionRate(batch(k - 1))) {
                    long swap = order[k];
                    order[k] = order[k - 1];
                    order[k - 1] = swap;
                }
            }
        }
        widest = 0;
        for (int i = 0; i < count; i++) {
            for (int k = route(batch(i)); --k >= 0; ) {
                widest = Math.max(widest, capacity[route[k]]);
            }
        }
        part.clear();
        visited.clear();
        for (int i = 0; i < count; i++) {
            add(batch(i), i == 0 || order[i] >> 2 * BITS_OF_NUMBER != order[i - 1] >> 2 * BITS_OF_NUMBER);
        }
        for (int i = 0; i < visited.size(); i++) {
            part.setCapacity(i, capacity[link(i)] / widest);
        }
        part.finish();
    }

    private int route(int batch) {
        return topology.route(batches.source(batch), batches.destination(batch), route);
    }

    private void add(int batch, boolean newSource) {
        part.addBatch(newSource, lane(batch), batches.messages(batch), batches.injectionRate(batch) / widest);
        int hops = route(batch);
        int channel = 0;
        for (int k = 0; k < hops; k++) {
            int link = route[k];
            if (visited.add(link)) {
                numberInPart[link] = visited.size() - 1;
            }
            part.addHop(numberInPart[link], channel);
            channel += topology.raisesChannel(link) ? 1 : 0;
        }
    }

    private int lane(int batch) {
        return lane(batches.destination(batch), part.lanes);
    }

    /** Returns the lane of messages to a node: a hash, since routes often depend on the node's number. */
    static int lane(int destination, int lanes) {
        return (destination * 0x9e3779b1 >>> 8) % lanes;
    }

    int batch(int ofPart) {
        return (int) order[ofPart] & LARGEST_NUMBER;
    }

    /** Returns the number that a batch of the network has in the component. */
    int indexOf(int batch) {
        int index = 0;
        while (batch(index) != batch) {
            index++;
        }
        return index;
    }

    int link(int ofPart) {
        return visited.get(ofPart);
    }

    /** Returns the unit of packets per slot: the widest capacity, in bytes per second. */
    double widest() {
        return widest;
    }
}
