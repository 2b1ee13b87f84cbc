package org.tailback.replay;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;

/**
 * Messages and lost time of each pair of ranks: columns in the order in which pairs appeared, as long as
 * there are pairs that exchange messages between nodes, and an open-addressing table to find them. O(1) expected per
 * message. Where ranks do the same one after another, their pairs are neighbours in memory, and nearly sorted.
 */
final class PairTable {
    /** By hash: number of a pair + 1, or 0. */
    private int[] numbers;

    private int[] senders;
    private int[] receivers;
    private long[] messages;
    private long[] bytes;
    private double[] lost;
    /** Seconds of retransmission timeouts; empty as long as there are none. */
    private double[] timeouts = new double[0];

    private int size;

    /** @param expected pairs that there is room for at once */
    PairTable(int expected) {
        int capacity = Math.max(16, expected);
        // a power of two, twice as many at least
        numbers = new int[Integer.highestOneBit(capacity - 1) << 2];
        senders = new int[capacity];
        receivers = new int[capacity];
        messages = new long[capacity];
        bytes = new long[capacity];
        lost = new double[capacity];
    }

    void add(int sender, int receiver, long messageBytes, double lostSeconds, double timeoutSeconds) {
        int slot = slot(sender, receiver);
        int pair = numbers[slot] - 1;
        if (pair < 0) {
            pair = append(slot, sender, receiver);
        }
        messages[pair]++;
        bytes[pair] += messageBytes;
        lost[pair] += lostSeconds;
        if (timeoutSeconds > 0) {
            if (timeouts.length < senders.length) {
                timeouts = Arrays.copyOf(timeouts, senders.length);
            }
            timeouts[pair] += timeoutSeconds;
        }
    }

    /**
     * The pairs, those that lost most in all first; to be called once no message is added any more, as the columns are
     * not copied. O(pairs log pairs), O(pairs) where they are in order.
     */
    List<PairResult> results() {
        if (size == 0) {
            return ImmutableList.of();
        }
        int[] order = new int[size];
        Arrays.setAll(order, pair -> pair);
        sort(order, new int[(size + 1) / 2], 0, size);
        return new Columns(order, senders, receivers, messages, bytes, lost, timeouts);
    }

    /** The results, made on access: there may be millions, of which few are shown. */
    private static final class Columns extends ResultColumns<PairResult> {
        private final int[] order;
        private final int[] senders;
        private final int[] receivers;
        private final long[] messages;
        private final long[] bytes;
        private final double[] lost;
        private final double[] timeouts;

        Columns(
                int[] order,
                int[] senders,
                int[] receivers,
                long[] messages,
                long[] bytes,
                double[] lost,
                double[] timeouts) {
            super(order.length);
            this.order = order;
            this.senders = senders;
            this.receivers = receivers;
            this.messages = messages;
            this.bytes = bytes;
            this.lost = lost;
            this.timeouts = timeouts;
        }

        @Override
        PairResult at(int index) {
            int pair = order[index];
            return new PairData(
                    senders[pair],
                    receivers[pair],
                    messages[pair],
                    bytes[pair],
                    lost[pair],
                    pair < timeouts.length ? timeouts[pair] : 0);
        }
    }

    /** Merge sort that leaves alone what is in order. */
    private void sort(int[] order, int[] left, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(order, left, from, middle);
        sort(order, left, middle, to);
        if (!before(order[middle], order[middle - 1])) {
            return;
        }
        int count = middle - from;
        System.arraycopy(order, from, left, 0, count);
        int next = 0;
        int right = middle;
        for (int at = from; next < count; at++) {
            order[at] = right < to && before(order[right], left[next]) ? order[right++] : left[next++];
        }
    }

    private boolean before(int a, int b) {
        int byLoss = Double.compare(inAll(b), inAll(a));
        if (byLoss != 0) {
            return byLoss < 0;
        }
        return senders[a] < senders[b] || (senders[a] == senders[b] && receivers[a] < receivers[b]);
    }

    private double inAll(int pair) {
        return pair < timeouts.length ? lost[pair] + timeouts[pair] : lost[pair];
    }

    private int slot(int sender, int receiver) {
        int mask = numbers.length - 1;
        long hash = ((long) sender << 32 | receiver) * 0x9E3779B97F4A7C15L;
        int slot = (int) (hash >>> 32) & mask;
        while (true) {
            int pair = numbers[slot] - 1;
            if (pair < 0 || (senders[pair] == sender && receivers[pair] == receiver)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    private int append(int slot, int sender, int receiver) {
        if (size == senders.length) {
            grow();
        }
        int pair = size++;
        senders[pair] = sender;
        receivers[pair] = receiver;
        numbers[slot] = size;
        if (2 * size > numbers.length) {
            rehash();
        }
        return pair;
    }

    private void grow() {
        int capacity = size + (size >> 1);
        senders = Arrays.copyOf(senders, capacity);
        receivers = Arrays.copyOf(receivers, capacity);
        messages = Arrays.copyOf(messages, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        lost = Arrays.copyOf(lost, capacity);
    }

    private void rehash() {
        numbers = new int[2 * numbers.length];
        for (int pair = 0; pair < size; pair++) {
            numbers[slot(senders[pair], receivers[pair])] = pair + 1;
        }
    }
}
