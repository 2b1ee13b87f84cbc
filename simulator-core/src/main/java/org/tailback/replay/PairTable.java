package org.tailback.replay;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.tailback.columns.Columns;
import org.tailback.columns.LongTable;

/**
 * Messages and lost time of each pair of ranks that exchange messages between nodes. The pairs are columns in order of
 * appearance, and an open-addressing table finds them. O(1) expected per message. If ranks perform the same operations
 * one after another, their pairs are adjacent in memory and nearly sorted.
 */
final class PairTable {
    /** Number of a pair + 1, by sender and receiver. */
    private final LongTable numbers;

    private int[] senders;
    private int[] receivers;
    private long[] messages;
    private long[] bytes;
    private double[] lost;
    /** Seconds of retransmission timeouts by pair; empty before the first timeout. */
    private double[] timeouts = new double[0];

    private int size;
    /** Index of the pair that follows the pair of the last message. */
    private int next;

    PairTable(int expected) {
        int capacity = Math.max(16, expected);
        numbers = new LongTable(1, capacity);
        senders = new int[capacity];
        receivers = new int[capacity];
        messages = new long[capacity];
        bytes = new long[capacity];
        lost = new double[capacity];
    }

    void add(int sender, int receiver, long messageBytes, double lostSeconds, double timeoutSeconds) {
        // most programs repeat their messages in the same order
        boolean repeats = next < size && senders[next] == sender && receivers[next] == receiver;
        int pair = repeats ? next : find(sender, receiver);
        next = pair + 1 == size ? 0 : pair + 1;
        messages[pair]++;
        bytes[pair] += messageBytes;
        lost[pair] += lostSeconds;
        if (timeoutSeconds > 0) {
            timeouts = Columns.fit(timeouts, pair);
            timeouts[pair] += timeoutSeconds;
        }
    }

    private int find(int sender, int receiver) {
        long key = LongTable.pair(sender, receiver);
        int slot = numbers.slot(key);
        int pair = (int) numbers.value(slot) - 1;
        if (pair < 0) {
            pair = append(sender, receiver);
            numbers.add(slot, key, size);
        }
        return pair;
    }

    /**
     * Returns the pairs in descending order of their total lost time. Call it after the last message has been added,
     * because the columns are not copied. O(pairs log pairs), O(pairs) if they are in order.
     */
    List<PairResult> results() {
        if (size == 0) {
            return ImmutableList.of();
        }
        int[] order = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(pair -> -inAll(pair))
                        .thenComparingInt(pair -> senders[pair])
                        .thenComparingInt(pair -> receivers[pair]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] senderOf = senders;
        int[] receiverOf = receivers;
        long[] messagesOf = messages;
        long[] bytesOf = bytes;
        double[] lostOf = lost;
        // created on access: there may be millions of pairs, but few are shown
        return new ResultColumns<>(order.length, index -> {
            int pair = order[index];
            return new PairResult(
                    senderOf[pair],
                    receiverOf[pair],
                    messagesOf[pair],
                    bytesOf[pair],
                    lostOf[pair],
                    pair < timeouts.length ? timeouts[pair] : 0);
        });
    }

    private double inAll(int pair) {
        return pair < timeouts.length ? lost[pair] + timeouts[pair] : lost[pair];
    }

    private int append(int sender, int receiver) {
        senders = Columns.fit(senders, size);
        receivers = Columns.fit(receivers, size);
        messages = Columns.fit(messages, size);
        bytes = Columns.fit(bytes, size);
        lost = Columns.fit(lost, size);
        senders[size] = sender;
        receivers[size] = receiver;
        return size++;
    }
}
