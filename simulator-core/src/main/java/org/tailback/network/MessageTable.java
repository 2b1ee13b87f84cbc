package org.tailback.network;

import java.util.Arrays;

/** The messages in flight as columns of primitive arrays; numbers are used again after a release. */
final class MessageTable {
    /** Moving through the network at the rate that the sharing model gives it. */
    static final byte MOVING = 1;
    /** Nothing to move: it ends at the instant of its start. */
    static final byte INSTANT = 2;
    /** Moving over the intra-node path. */
    static final byte INSIDE_NODE = 3;
    /** All moved, the last packet lost: occupies nothing. */
    static final byte WAITING_FOR_TIMEOUT = 4;

    int[] sender = new int[16];
    int[] receiver = new int[16];
    int[] source = new int[16];
    int[] destination = new int[16];
    int[] reference = new int[16];
    long[] bytes = new long[16];
    long[] sequence = new long[16];
    byte[] phase = new byte[16];
    byte[] conflicts = new byte[16];
    double[] loneSeconds = new double[16];
    double[] workLeft = new double[16];
    double[] rate = new double[16];
    double[] settledDate = new double[16];
    double[] startDate = new double[16];
    double[] transferDate = new double[16];
    double[] endDate = new double[16];
    double[] extraLatency = new double[16];

    private int[] free = new int[16];
    private int freeCount;
    private int size;
    private long nextSequence;

    /** A message without work, at rate 0 from now on. */
    int add(
            int senderRank,
            int receiverRank,
            int sourceNode,
            int destinationNode,
            long size,
            int ownerReference,
            double now) {
        int message = freeCount > 0 ? free[--freeCount] : grown();
        sender[message] = senderRank;
        receiver[message] = receiverRank;
        source[message] = sourceNode;
        destination[message] = destinationNode;
        bytes[message] = size;
        reference[message] = ownerReference;
        sequence[message] = nextSequence++;
        conflicts[message] = 0;
        rate[message] = 0;
        settledDate[message] = now;
        startDate[message] = now;
        endDate[message] = Double.POSITIVE_INFINITY;
        extraLatency[message] = 0;
        return message;
    }

    void setWork(int message, double work, double lone) {
        workLeft[message] = work;
        loneSeconds[message] = lone;
    }

    void release(int message) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = message;
    }

    private int grown() {
        if (size == sender.length) {
            int capacity = 2 * size;
            sender = Arrays.copyOf(sender, capacity);
            receiver = Arrays.copyOf(receiver, capacity);
            source = Arrays.copyOf(source, capacity);
            destination = Arrays.copyOf(destination, capacity);
            reference = Arrays.copyOf(reference, capacity);
            bytes = Arrays.copyOf(bytes, capacity);
            sequence = Arrays.copyOf(sequence, capacity);
            phase = Arrays.copyOf(phase, capacity);
            conflicts = Arrays.copyOf(conflicts, capacity);
            loneSeconds = Arrays.copyOf(loneSeconds, capacity);
            workLeft = Arrays.copyOf(workLeft, capacity);
            rate = Arrays.copyOf(rate, capacity);
            settledDate = Arrays.copyOf(settledDate, capacity);
            startDate = Arrays.copyOf(startDate, capacity);
            transferDate = Arrays.copyOf(transferDate, capacity);
            endDate = Arrays.copyOf(endDate, capacity);
            extraLatency = Arrays.copyOf(extraLatency, capacity);
        }
        return size++;
    }
}
