package org.tailback.model.sharing.headofline;

import java.util.Arrays;
import org.tailback.model.sharing.reach.Batches;
import org.tailback.model.sharing.reach.Crossings;
import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.model.topology.Topology;

/**
 * Connected batches of the network as a {@link Part}, and the numbers that its batches, links and sources have in the
 * network.
 */
final class PartAtHand {
    /** Bits of the number of a batch, of a distance, and of a node and lane: three of them fit a long. */
    static final int BITS_OF_NUMBER = 21;

    static final int LARGEST_NUMBER = (1 << BITS_OF_NUMBER) - 1;

    final Part part;

    private final HeadOfLine model;
    private final Topology topology;
    private final int nodes;
    private final MinimalRoutes routes;
    private final Batches batches;
    private final Crossings crossings;
    /** By link of the network: bytes per second now. */
    private final double[] capacity;

    private final PartBuilder builder;
    /** Links, then outputs of switches before links, that the part has. */
    private final DenseSet met;

    /** Their numbers in the part. */
    private final int[] place;

    private double widest;
    private int count;
    private long[] order = new long[16];
    /** By index in the order: the batch of the part. */
    private int[] firstOf = new int[16];
    /** By batch of the part, unless it is a further route: its number. */
    private int[] numberOf = new int[16];

    PartAtHand(
            HeadOfLine model,
            Topology topology,
            int nodes,
            MinimalRoutes routes,
            Batches batches,
            Crossings crossings,
            double[] capacity) {
        this.model = model;
        this.topology = topology;
        this.nodes = nodes;
        this.routes = routes;
        this.batches = batches;
        this.crossings = crossings;
        this.capacity = capacity;
        part = new Part(model.lanes(), model.window());
        builder = new PartBuilder(part);
        met = new DenseSet(2 * topology.links());
        place = new int[2 * topology.links()];
    }

    /**
     * Makes a part of some batches of an array, ordered by source, lane, distance to the destination in the order of
     * node numbers, and pace.
     */
    void set(int[] flows, int from, int size) {
        count = size;
        if (count > order.length) {
            order = new long[2 * count];
            firstOf = new int[2 * count];
        }
        for (int i = 0; i < count; i++) {
            int batch = flows[from + i];
            int source = batches.source(batch);
            int distance = Math.floorMod(batches.destination(batch) - source, nodes);
            long group = (long) source * model.lanes() + lane(batch);
            order[i] = (group << BITS_OF_NUMBER | distance) << BITS_OF_NUMBER | batch;
        }
        Arrays.sort(order, 0, count);
        for (int i = 1; i < count; i++) {
            for (int k = i; k > 0 && order[k] >> BITS_OF_NUMBER == order[k - 1] >> BITS_OF_NUMBER; k--) {
                if (batches.pace(batch(k)) < batches.pace(batch(k - 1))) {
                    long swap = order[k];
                    order[k] = order[k - 1];
                    order[k - 1] = swap;
                }
            }
        }
        findWidest();
        describe();
    }

    private int lane(int batch) {
        return lane(batches.destination(batch), model.lanes());
    }

    /** Returns the lane of messages to a node: a hash, as routes often follow the node's number. */
    static int lane(int destination, int lanes) {
        return (destination * 0x9e3779b1 >>> 8) % lanes;
    }

    private void findWidest() {
        widest = 0;
        for (int i = 0; i < count; i++) {
            int batch = batch(i);
            for (int k = 0; k < crossings.length(batch); k++) {
                double own = capacity[crossings.link(batch, k)];
                widest = Math.max(widest, k > 0 ? own * model.speedUp() : own);
            }
        }
    }

    private void describe() {
        builder.clear();
        met.clear();
        for (int i = 0; i < count; i++) {
            int batch = batch(i);
            int source = batches.source(batch);
            int destination = batches.destination(batch);
            boolean newSource = i == 0 || group(i) != group(i - 1);
            builder.beginBatch(newSource, lane(batch), batches.size(batch), batches.pace(batch) / widest);
            firstOf[i] = part.batches - 1;
            if (part.batches > numberOf.length) {
                numberOf = Arrays.copyOf(numberOf, 2 * part.batches);
            }
            numberOf[part.batches - 1] = batch;
            for (int r = 0; r < routes.count(source, destination); r++) {
                if (r > 0) {
                    builder.beginRoute();
                }
                addRoute(routes.find(source, destination, r));
            }
        }
        for (int i = 0; i < met.size(); i++) {
            int link = link(i);
            builder.setCapacity(i, (isOutput(i) ? capacity[link] * model.speedUp() : capacity[link]) / widest);
        }
        builder.finish();
    }

    private void addRoute(int hops) {
        int channel = 0;
        for (int k = 0; k < hops; k++) {
            int link = routes.link(k);
            if (k > 0 && model.speedUp() > 1) {
                addHop(capacity.length + link, channel);
            }
            addHop(link, channel);
            channel += topology.raisesChannel(link) ? 1 : 0;
        }
    }

    private void addHop(int linkOrOutput, int channel) {
        if (met.add(linkOrOutput)) {
            place[linkOrOutput] = met.size() - 1;
        }
        builder.addHop(place[linkOrOutput], channel);
    }

    private long group(int index) {
        return order[index] >> 2 * BITS_OF_NUMBER;
    }

    /** The batch of the network at an index of the part's order. */
    int batch(int index) {
        return (int) order[index] & LARGEST_NUMBER;
    }

    /** The batch of the part at an index of its order; further routes of it follow. */
    int inPart(int index) {
        return firstOf[index];
    }

    /** The index of a batch of the network. */
    int indexOf(int batch) {
        int index = 0;
        while (batch(index) != batch) {
            index++;
        }
        return index;
    }

    /** By batch of the part, unless it is a further route: its number in the network. */
    int[] batches() {
        return numberOf;
    }

    /** By link of the part: its number in the network, plus the number of links if it is an output of a switch. */
    int[] links() {
        return met.members();
    }

    /** The number in the network of a link of the part, or of the link behind an output. */
    int link(int ofPart) {
        int link = met.get(ofPart);
        return isOutput(ofPart) ? link - capacity.length : link;
    }

    /** True if a link of the part is what a speed-up adds: from the input of a switch to the output before a link. */
    boolean isOutput(int ofPart) {
        return met.get(ofPart) >= capacity.length;
    }

    /** By source: its node and lane as one number. */
    int[] groups() {
        int[] groups = new int[part.sources];
        for (int i = 0; i < count; i++) {
            groups[part.source[firstOf[i]]] = (int) group(i);
        }
        return groups;
    }

    /** Packets per slot are multiples of this, bytes per second. */
    double widest() {
        return widest;
    }

    PartKey key() {
        return builder.key();
    }
}
