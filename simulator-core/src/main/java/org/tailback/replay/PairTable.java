package org.tailback.replay;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What the messages between each pair of ranks lost to contention: an open-addressing table of primitive columns, with as
 * many entries as there are pairs that exchange messages between nodes. O(1) expected per message.
 */
final class PairTable {
    private static final int FREE = -1;

    private int[] senders = filled(64);
    private int[] receivers = new int[64];
    private long[] messages = new long[64];
    private long[] bytes = new long[64];
    private double[] lost = new double[64];
    private int size;

    void add(int sender, int receiver, long messageBytes, double lostSeconds) {
        int slot = slot(sender, receiver);
        if (senders[slot] == FREE) {
            if (2 * ++size > senders.length) {
                grow();
                slot = slot(sender, receiver);
            }
            senders[slot] = sender;
            receivers[slot] = receiver;
        }
        messages[slot]++;
        bytes[slot] += messageBytes;
        lost[slot] += lostSeconds;
    }

    /** The pairs, those that lost most first. O(pairs log pairs). */
    List<PairResult> results() {
        ImmutableList.Builder<PairResult> results = ImmutableList.builder();
        for (int slot = 0; slot < senders.length; slot++) {
            if (senders[slot] != FREE) {
                results.add(new PairResult(senders[slot], receivers[slot], messages[slot], bytes[slot], lost[slot]));
            }
        }
        return ImmutableList.sortedCopyOf(
                Comparator.comparingDouble(PairResult::lostToContention)
                        .reversed()
                        .thenComparingInt(PairResult::sender)
                        .thenComparingInt(PairResult::receiver),
                results.build());
    }

    private int slot(int sender, int receiver) {
        long hash = ((long) sender << 32 | receiver) * 0x9E3779B97F4A7C15L;
        int slot = (int) (hash >>> 32) & (senders.length - 1);
        while (senders[slot] != FREE && (senders[slot] != sender || receivers[slot] != receiver)) {
            slot = (slot + 1) & (senders.length - 1);
        }
        return slot;
    }

    private void grow() {
        int[] oldSenders = senders;
        int[] oldReceivers = receivers;
        long[] oldMessages = messages;
        long[] oldBytes = bytes;
        double[] oldLost = lost;
        int capacity = 2 * oldSenders.length;
        senders = filled(capacity);
        receivers = new int[capacity];
        messages = new long[capacity];
        bytes = new long[capacity];
        lost = new double[capacity];
        for (int i = 0; i < oldSenders.length; i++) {
            if (oldSenders[i] != FREE) {
                int slot = slot(oldSenders[i], oldReceivers[i]);
                senders[slot] = oldSenders[i];
                receivers[slot] = oldReceivers[i];
                messages[slot] = oldMessages[i];
                bytes[slot] = oldBytes[i];
                lost[slot] = oldLost[i];
            }
        }
    }

    private static int[] filled(int capacity) {
        int[] array = new int[capacity];
        Arrays.fill(array, FREE);
        return array;
    }
}
