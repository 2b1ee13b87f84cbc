package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;

/**
 * The messages in flight, the resources that they use, and what Algorithm 1 gave them. A resource is a card or a cable in one direction;
 * {@code resource ^ 1} is its other direction. Places are the nodes, then the racks; resource {@code 2 * place} is the way out, {@code 2 *
 * place + 1} the way in. Congestions are in units of a NIC's inverse bandwidth.
 */
final class DuplexState {
    /** Most resources of a message. */
    static final int RESOURCES = 4;

    /** Relative tolerance of what counts as saturated or as used up. */
    static final double TOLERANCE = 1e-9;
    /** A share this near to the one given before on the same resource is the same. */
    static final double ROUNDING = 1e-12;

    /** Congestions are rounded to a multiple of its inverse, so that equal ones are equal whatever the units. */
    private static final double QUANTUM = 0x1p30;

    /** How a message got its bandwidth. */
    enum Reason {
        WITH_FLOW("share of what is left on the bottleneck in its own direction"),
        CONTRA_FLOW("1 / congestion of the saturated bottleneck in the other direction"),
        NOTHING_LEFT("fair share of a bottleneck that earlier messages used up");

        final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    final HierarchicalEthernet model;
    /** The first resource of a rack. */
    final int firstCable;

    // by resource
    /** Bandwidth, bytes per second. */
    final double[] capacity;

    /** How many messages use it. */
    final int[] messages;

    /** What the messages were given of it, bytes per second. */
    final double[] taken;

    // by message
    /** {@link #RESOURCES} for each, -1 behind the last. */
    int[] resources = new int[0];

    double[] withFlow = new double[0];
    double[] contraFlow = new double[0];
    /** Bytes per second; not a number if it has none yet. */
    double[] bandwidth = new double[0];

    Reason[] reason = new Reason[0];
    int[] bottleneck = new int[0];

    private int usedPlaces;

    DuplexState(HierarchicalEthernet model, int nodes, int racks) {
        this.model = model;
        firstCable = 2 * nodes;
        capacity = new double[2 * (nodes + racks)];
        Arrays.fill(capacity, 0, firstCable, model.nicBandwidth());
        Arrays.fill(capacity, firstCable, capacity.length, model.rackBandwidth());
        messages = new int[capacity.length];
        taken = new double[capacity.length];
    }

    /** A message between two resources starts. */
    void add(int message, int first, int second) {
        add(message, first, second, -1, -1);
    }

    /** A message that uses four resources starts; of equally slow ones the first is called its bottleneck. */
    void add(int message, int first, int second, int third, int fourth) {
        ensureCapacity(message);
        int at = RESOURCES * message;
        resources[at] = first;
        resources[at + 1] = second;
        resources[at + 2] = third;
        resources[at + 3] = fourth;
        bandwidth[message] = Double.NaN;
        countAll(message, 1);
    }

    /** A message ends. */
    void remove(int message) {
        countAll(message, -1);
    }

    private void countAll(int message, int step) {
        for (int i = 0; i < RESOURCES && resource(message, i) >= 0; i++) {
            int changed = resource(message, i);
            usedPlaces -= isUsed(changed >> 1) ? 1 : 0;
            messages[changed] += step;
            usedPlaces += isUsed(changed >> 1) ? 1 : 0;
        }
    }

    /** The congestion of a resource now. */
    double congestion(int resource) {
        return congestion(resource, messages[resource]);
    }

    /** The congestion of a resource with a number of messages. */
    double congestion(int resource, int itsMessages) {
        return Math.rint(itsMessages * (model.nicBandwidth() / capacity[resource]) * QUANTUM) / QUANTUM;
    }

    /** The {@code index}-th resource of a message, or -1 behind the last; index 0 to 3. */
    int resource(int message, int index) {
        return resources[RESOURCES * message + index];
    }

    /** True if messages use a place, in whatever direction. */
    boolean isUsed(int place) {
        return messages[2 * place] + messages[2 * place + 1] > 0;
    }

    /** How many places messages use now. */
    int usedPlaces() {
        return usedPlaces;
    }

    /** True if messages were given clearly more of a resource than it has. */
    boolean isOversubscribed(int resource) {
        return taken[resource] > capacity[resource] && messages[resource] > 0 && utilisation(resource) > 1 + TOLERANCE;
    }

    /** What the messages use of a resource, over what it has. */
    double utilisation(int resource) {
        return taken[resource] / capacity[resource];
    }

    private void ensureCapacity(int message) {
        int old = bandwidth.length;
        if (message >= old) {
            int capacityNow = Math.max(Math.max(16, message + 1), old + (old >> 1));
            resources = Arrays.copyOf(resources, RESOURCES * capacityNow);
            withFlow = Arrays.copyOf(withFlow, capacityNow);
            contraFlow = Arrays.copyOf(contraFlow, capacityNow);
            bandwidth = Arrays.copyOf(bandwidth, capacityNow);
            reason = Arrays.copyOf(reason, capacityNow);
            Arrays.fill(reason, old, capacityNow, Reason.WITH_FLOW);
            bottleneck = Arrays.copyOf(bottleneck, capacityNow);
        }
    }
}
