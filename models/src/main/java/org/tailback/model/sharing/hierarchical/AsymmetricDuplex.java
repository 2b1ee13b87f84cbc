package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;

/**
 * Algorithm 1 of Zhu et al. for one set of messages. A resource is a card or a cable in one direction; {@code resource ^ 1}
 * is its other direction. Congestions are in units of a NIC's inverse bandwidth.
 *
 * <p>Messages are told of as they come and go, and their bandwidths stay until the next run. A run ranks the congestions
 * that occur, packs a message's key (7) into a long, and sorts the longs, many of them by counting: O(n) for the most part;
 * nothing is allocated but growth.
 */
final class AsymmetricDuplex {
    /** Most resources of a message. */
    static final int RESOURCES = 4;

    /** Congestions are rounded to a multiple of this, so that equal ones are equal whatever the units. */
    private static final double QUANTUM = 0x1p30;

    private static final double TOLERANCE = 1e-9;
    /** A share this near to the one given before on the same resource is the same. */
    private static final double ROUNDING = 1e-12;

    /** Different congestions of n messages are few: their counts differ, so that their number's square is below 32 n. */
    private static final int RANK_BITS = 18;

    /** From so many on, messages are sorted by counting. */
    private static final int COUNTED = 48;

    private static final int LARGEST_RANK = (1 << RANK_BITS) - 1;
    private static final int INDEX_BITS = 63 - 1 - 2 * RANK_BITS;

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

    private final HierarchicalEthernet model;

    // by resource
    /** The first resource of a rack. */
    private final int firstCable;
    /** Bandwidth, bytes per second. */
    private final double[] capacity;

    private final int[] messages;
    private final double[] congestion;
    /** The congestion's place among those of the run; 0 is no congestion. */
    private final int[] rank;

    private final int[] notTaken;
    private final double[] taken;
    private final double[] lastShare;

    // by message
    /** {@link #RESOURCES} for each, -1 behind the last. */
    private int[] resources = new int[0];
    /** Bits of the resources whose contra-flow is forgotten. */
    private byte[] forgotten = new byte[0];

    private double[] withFlow = new double[0];
    private double[] contraFlow = new double[0];
    private double[] bandwidth = new double[0];
    private Reason[] reason = new Reason[0];
    private int[] bottleneck = new int[0];

    // of a run
    private double[] congestions = new double[16];
    private int ranks;
    private final CountRanks cards = new CountRanks();
    private final CountRanks cables = new CountRanks();
    private long[] keys = new long[16];
    private long[] sorted = new long[16];
    private int[] begin = new int[16];
    private final LongHeap again = new LongHeap();
    private int pops;
    private int usedPlaces;

    /** Places are the nodes, then the racks; resource {@code 2 * place} is the way out, {@code 2 * place + 1} the way in. */
    AsymmetricDuplex(HierarchicalEthernet model, int nodes, int racks) {
        this.model = model;
        firstCable = 2 * nodes;
        capacity = new double[2 * (nodes + racks)];
        Arrays.fill(capacity, 0, firstCable, model.nicBandwidth());
        Arrays.fill(capacity, firstCable, capacity.length, model.rackBandwidth());
        messages = new int[capacity.length];
        congestion = new double[capacity.length];
        rank = new int[capacity.length];
        notTaken = new int[capacity.length];
        taken = new double[capacity.length];
        lastShare = new double[capacity.length];
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
            double relative = messages[changed] * (model.nicBandwidth() / capacity[changed]);
            congestion[changed] = Math.rint(relative * QUANTUM) / QUANTUM;
        }
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

    /** How many messages use a resource now. */
    int messagesOn(int resource) {
        return messages[resource];
    }

    /**
     * Gives messages their bandwidths.
     *
     * @param set the messages, in the order of their numbers: all that use one of the places
     * @param count how many
     * @param places resource 2 * place and the next one are used by the messages; all that are used are among them
     * @param placeCount how many
     */
    void run(int[] set, int count, int[] places, int placeCount) {
        if (count == 1) {
            runAlone(set[0], places, placeCount);
            return;
        }
        rankCongestions(places, placeCount);
        if (count > keys.length) {
            keys = new long[Math.max(count, keys.length + (keys.length >> 1))];
            sorted = new long[keys.length];
        }
        for (int i = 0; i < count; i++) {
            forgotten[set[i]] = 0;
            keys[i] = key(set[i], i);
        }
        sort(count);
        pops = 0;
        int next = 0;
        while (next < count || !again.isEmpty()) {
            boolean first = again.isEmpty() || (next < count && keys[next] < again.smallest());
            long key = first ? keys[next++] : again.removeSmallest();
            pops++;
            int index = (int) key & ((1 << INDEX_BITS) - 1);
            if (!take(set[index])) {
                again.add(key(set[index], index));
            }
        }
    }

    /** The same for a message that is alone on all it uses, in both directions. */
    private void runAlone(int message, int[] places, int placeCount) {
        double with = 0;
        for (int i = 0; i < placeCount; i++) {
            for (int resource = 2 * places[i]; resource <= 2 * places[i] + 1; resource++) {
                notTaken[resource] = messages[resource];
                taken[resource] = 0;
                lastShare[resource] = 0;
                with = Math.max(with, congestion[resource]);
            }
        }
        withFlow[message] = with;
        contraFlow[message] = 0;
        forgotten[message] = 0;
        pops = 1;
        take(message);
    }

    /** How often a message was taken from the queue in the last run. */
    int pops() {
        return pops;
    }

    /** True if messages were given more of a resource than it has, if only by rounding. */
    boolean isOverfull(int resource) {
        return taken[resource] > capacity[resource] && messages[resource] > 0;
    }

    /** What the messages of the last run that it took part in use of a resource, over what it has. */
    double utilisation(int resource) {
        return taken[resource] / capacity[resource];
    }

    double bandwidth(int message) {
        return bandwidth[message];
    }

    double withFlow(int message) {
        return withFlow[message];
    }

    double contraFlow(int message) {
        return contraFlow[message];
    }

    Reason reason(int message) {
        return reason[message];
    }

    int bottleneck(int message) {
        return bottleneck[message];
    }

    private void rankCongestions(int[] places, int placeCount) {
        cards.clear();
        cables.clear();
        congestions[0] = 0;
        int size = 1;
        for (int i = 0; i < placeCount; i++) {
            for (int resource = 2 * places[i]; resource <= 2 * places[i] + 1; resource++) {
                notTaken[resource] = messages[resource];
                taken[resource] = 0;
                lastShare[resource] = 0;
                if (messages[resource] > 0 && alike(resource).isNew(messages[resource])) {
                    if (size == congestions.length) {
                        congestions = Arrays.copyOf(congestions, 2 * size);
                    }
                    congestions[size++] = congestion[resource];
                }
            }
        }
        Arrays.sort(congestions, 0, size);
        ranks = 1;
        for (int i = 1; i < size; i++) {
            if (congestions[i] != congestions[ranks - 1]) {
                congestions[ranks++] = congestions[i];
            }
        }
        for (int i = 0; i < placeCount; i++) {
            for (int resource = 2 * places[i]; resource <= 2 * places[i] + 1; resource++) {
                rank[resource] = messages[resource] == 0 ? 0 : rank(resource);
            }
        }
    }

    private CountRanks alike(int resource) {
        return resource < firstCable ? cards : cables;
    }

    private int rank(int resource) {
        CountRanks known = alike(resource);
        int result = known.rank(messages[resource]);
        if (result < 0) {
            result = Arrays.binarySearch(congestions, 0, ranks, congestion[resource]);
            known.setRank(messages[resource], result);
        }
        return result;
    }

    /** Sorts the keys: one by one if they are few, else by counting, from the less significant half to the other. */
    private void sort(int count) {
        if (count < COUNTED || 2 * ranks > count) {
            Arrays.sort(keys, 0, count);
            return;
        }
        int larger = INDEX_BITS + RANK_BITS;
        // the largest rank has the smallest place in a key, 0 the largest
        distribute(keys, sorted, count, INDEX_BITS, LARGEST_RANK, LARGEST_RANK - ranks + 1, ranks);
        distribute(sorted, keys, count, larger, 2 * LARGEST_RANK + 1, 2 * (LARGEST_RANK - ranks + 1), 2 * ranks);
    }

    private void distribute(long[] from, long[] to, int count, int shift, int mask, int smallest, int digits) {
        if (digits >= begin.length) {
            begin = new int[2 * digits];
        }
        Arrays.fill(begin, 0, digits + 1, 0);
        for (int i = 0; i < count; i++) {
            begin[((int) (from[i] >>> shift) & mask) - smallest + 1]++;
        }
        for (int digit = 0; digit < digits; digit++) {
            begin[digit + 1] += begin[digit];
        }
        for (int i = 0; i < count; i++) {
            to[begin[((int) (from[i] >>> shift) & mask) - smallest]++] = from[i];
        }
    }

    /** Key (7), packed: what comes first is smaller, the largest congestions first, equal ones in the order of input. */
    private long key(int message, int index) {
        int with = 0;
        int contra = 0;
        int at = RESOURCES * message;
        for (int i = 0; i < RESOURCES && resources[at + i] >= 0; i++) {
            int resource = resources[at + i];
            with = Math.max(with, rank[resource]);
            if (model.asymmetric() && (forgotten[message] >> i & 1) == 0) {
                contra = Math.max(contra, rank[resource ^ 1]);
            }
        }
        withFlow[message] = congestions[with];
        contraFlow[message] = congestions[contra];
        long larger = LARGEST_RANK - Math.max(with, contra);
        long smaller = LARGEST_RANK - Math.min(with, contra);
        long order = larger << 1 | (with >= contra ? 0 : 1);
        return (order << RANK_BITS | smaller) << INDEX_BITS | index;
    }

    private boolean take(int message) {
        double with = withFlow[message];
        double contra = contraFlow[message];
        if (with >= contra) {
            takeWithFlow(message, with);
        } else if (!takeContraFlow(message, contra)) {
            return false;
        }
        double given = bandwidth[message];
        int at = RESOURCES * message;
        for (int i = 0; i < RESOURCES && resources[at + i] >= 0; i++) {
            int resource = resources[at + i];
            notTaken[resource]--;
            taken[resource] += given;
            lastShare[resource] = given;
        }
        return true;
    }

    /** Lines 7 to 10. */
    private void takeWithFlow(int message, double with) {
        bandwidth[message] = Double.POSITIVE_INFINITY;
        for (int i = 0; i < RESOURCES && resource(message, i) >= 0; i++) {
            int resource = resource(message, i);
            if (model.clamp() || congestion[resource] == with) {
                offer(message, resource);
            }
        }
    }

    /** Lines 27 to 32: the message's share of what is left on a resource; the slowest offer counts. */
    private void offer(int message, int resource) {
        double left = capacity[resource] - taken[resource];
        double share = left / notTaken[resource];
        Reason why = Reason.WITH_FLOW;
        if (left <= TOLERANCE * capacity[resource]) {
            share = capacity[resource] / messages[resource];
            why = Reason.NOTHING_LEFT;
        }
        if (Math.abs(share - lastShare[resource]) <= ROUNDING * share) {
            share = lastShare[resource];
        }
        share = Math.min(share, model.nicBandwidth());
        if (share < bandwidth[message]) {
            bandwidth[message] = share;
            reason[message] = why;
            bottleneck[message] = resource;
        }
    }

    /** Lines 11 to 20. */
    private boolean takeContraFlow(int message, double contra) {
        int saturated = -1;
        for (int i = 0; i < RESOURCES && resource(message, i) >= 0; i++) {
            int opposite = resource(message, i) ^ 1;
            if ((forgotten[message] >> i & 1) == 0 && congestion[opposite] == contra) {
                if (taken[opposite] >= capacity[opposite] * (1 - TOLERANCE)) {
                    saturated = opposite;
                } else {
                    forgotten[message] |= (byte) (1 << i);
                }
            }
        }
        if (saturated < 0) {
            return false;
        }
        bandwidth[message] = Math.min(model.nicBandwidth(), capacity[saturated] / messages[saturated]);
        reason[message] = Reason.CONTRA_FLOW;
        bottleneck[message] = saturated;
        if (model.clamp()) {
            for (int i = 0; i < RESOURCES && resource(message, i) >= 0; i++) {
                offer(message, resource(message, i));
            }
        }
        return true;
    }

    private void ensureCapacity(int message) {
        int old = bandwidth.length;
        if (message >= old) {
            int capacityNow = Math.max(Math.max(16, message + 1), old + (old >> 1));
            resources = Arrays.copyOf(resources, RESOURCES * capacityNow);
            forgotten = Arrays.copyOf(forgotten, capacityNow);
            withFlow = Arrays.copyOf(withFlow, capacityNow);
            contraFlow = Arrays.copyOf(contraFlow, capacityNow);
            bandwidth = Arrays.copyOf(bandwidth, capacityNow);
            reason = Arrays.copyOf(reason, capacityNow);
            Arrays.fill(reason, old, capacityNow, Reason.WITH_FLOW);
            bottleneck = Arrays.copyOf(bottleneck, capacityNow);
        }
    }
}
