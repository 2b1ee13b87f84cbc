package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;

/**
 * Algorithm 1 of Zhu et al. for one set of messages, from the first to the last; {@link DuplexUpdate} does only what a change
 * reaches.
 *
 * <p>A run ranks the congestions that occur, packs a message's key (7) into a long, and sorts the longs, many of them by counting: O(n) for the most part;
 * nothing is allocated but growth.
 */
final class AsymmetricDuplex {
    /** Different congestions of n messages are few: their counts differ, so that their number's square is below 32 n. */
    private static final int RANK_BITS = 18;

    /** From so many on, messages are sorted by counting. */
    private static final int COUNTED = 48;

    private static final int LARGEST_RANK = (1 << RANK_BITS) - 1;
    private static final int INDEX_BITS = 63 - 1 - 2 * RANK_BITS;

    private final DuplexState state;
    private final HierarchicalEthernet model;

    // by resource
    private final double[] capacity;
    private final int[] messages;
    private final double[] congestion;
    private final double[] taken;
    /** The congestion's place among those of the run; 0 is no congestion. */
    private final int[] rank;

    private final int[] notTaken;
    private final double[] lastShare;

    /** By message, bits of the resources whose contra-flow is forgotten. */
    private byte[] forgotten = new byte[0];

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

    AsymmetricDuplex(DuplexState state) {
        this.state = state;
        model = state.model;
        capacity = state.capacity;
        messages = state.messages;
        congestion = new double[capacity.length];
        taken = state.taken;
        rank = new int[capacity.length];
        notTaken = new int[capacity.length];
        lastShare = new double[capacity.length];
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
        if (forgotten.length < state.bandwidth.length) {
            forgotten = new byte[state.bandwidth.length];
        }
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
                congestion[resource] = state.congestion(resource);
                with = Math.max(with, congestion[resource]);
            }
        }
        state.withFlow[message] = with;
        state.contraFlow[message] = 0;
        forgotten[message] = 0;
        pops = 1;
        take(message);
    }

    /** How often a message was taken from the queue in the last run. */
    int pops() {
        return pops;
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
                congestion[resource] = state.congestion(resource);
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
        return resource < state.firstCable ? cards : cables;
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
        int at = DuplexState.RESOURCES * message;
        for (int i = 0; i < DuplexState.RESOURCES && state.resources[at + i] >= 0; i++) {
            int resource = state.resources[at + i];
            with = Math.max(with, rank[resource]);
            if (model.asymmetric() && (forgotten[message] >> i & 1) == 0) {
                contra = Math.max(contra, rank[resource ^ 1]);
            }
        }
        state.withFlow[message] = congestions[with];
        state.contraFlow[message] = congestions[contra];
        long larger = LARGEST_RANK - Math.max(with, contra);
        long smaller = LARGEST_RANK - Math.min(with, contra);
        long order = larger << 1 | (with >= contra ? 0 : 1);
        return (order << RANK_BITS | smaller) << INDEX_BITS | index;
    }

    private boolean take(int message) {
        double with = state.withFlow[message];
        double contra = state.contraFlow[message];
        if (with >= contra) {
            takeWithFlow(message, with);
        } else if (!takeContraFlow(message, contra)) {
            return false;
        }
        double given = state.bandwidth[message];
        int at = DuplexState.RESOURCES * message;
        for (int i = 0; i < DuplexState.RESOURCES && state.resources[at + i] >= 0; i++) {
            int resource = state.resources[at + i];
            notTaken[resource]--;
            taken[resource] += given;
            lastShare[resource] = given;
        }
        return true;
    }

    /** Lines 7 to 10. */
    private void takeWithFlow(int message, double with) {
        state.bandwidth[message] = Double.POSITIVE_INFINITY;
        for (int i = 0; i < DuplexState.RESOURCES && state.resource(message, i) >= 0; i++) {
            int resource = state.resource(message, i);
            if (model.clamp() || congestion[resource] == with) {
                offer(message, resource);
            }
        }
    }

    /** Lines 27 to 32: the message's share of what is left on a resource; the slowest offer counts. */
    private void offer(int message, int resource) {
        double left = capacity[resource] - taken[resource];
        double share = left / notTaken[resource];
        DuplexState.Reason why = DuplexState.Reason.WITH_FLOW;
        if (left <= DuplexState.TOLERANCE * capacity[resource]) {
            share = capacity[resource] / messages[resource];
            why = DuplexState.Reason.NOTHING_LEFT;
        }
        if (Math.abs(share - lastShare[resource]) <= DuplexState.ROUNDING * share) {
            share = lastShare[resource];
        }
        share = Math.min(share, model.nicBandwidth());
        if (share < state.bandwidth[message]) {
            state.bandwidth[message] = share;
            state.reason[message] = why;
            state.bottleneck[message] = resource;
        }
    }

    /** Lines 11 to 20. */
    private boolean takeContraFlow(int message, double contra) {
        int saturated = -1;
        for (int i = 0; i < DuplexState.RESOURCES && state.resource(message, i) >= 0; i++) {
            int opposite = state.resource(message, i) ^ 1;
            if ((forgotten[message] >> i & 1) == 0 && congestion[opposite] == contra) {
                if (taken[opposite] >= capacity[opposite] * (1 - DuplexState.TOLERANCE)) {
                    saturated = opposite;
                } else {
                    forgotten[message] |= (byte) (1 << i);
                }
            }
        }
        if (saturated < 0) {
            return false;
        }
        state.bandwidth[message] = Math.min(model.nicBandwidth(), capacity[saturated] / messages[saturated]);
        state.reason[message] = DuplexState.Reason.CONTRA_FLOW;
        state.bottleneck[message] = saturated;
        if (model.clamp()) {
            for (int i = 0; i < DuplexState.RESOURCES && state.resource(message, i) >= 0; i++) {
                offer(message, state.resource(message, i));
            }
        }
        return true;
    }
}
