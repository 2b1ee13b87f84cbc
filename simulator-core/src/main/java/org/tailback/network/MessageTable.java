package org.tailback.network;

import java.util.Arrays;

/**
 * The messages in flight as records in three arrays, so that what belongs to a message lies side by side and the caches of the processor
 * load it with a few lines; numbers are used again after a release.
 */
final class MessageTable {
    /** Moving through the network at the rate that the sharing model gives it. */
    static final int MOVING = 1;
    /** Nothing to move: it ends at the instant of its start. */
    static final int INSTANT = 2;
    /** Moving over the intra-node path. */
    static final int INSIDE_NODE = 3;
    /** All moved, the last packet lost: occupies nothing. */
    static final int WAITING_FOR_TIMEOUT = 4;

    private static final int INTS = 6;
    private static final int LONGS = 2;
    private static final int DOUBLES = 8;

    private int[] ints = new int[16 * INTS];
    private long[] longs = new long[16 * LONGS];
    private double[] doubles = new double[16 * DOUBLES];
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
        int at = INTS * message;
        ints[at] = senderRank;
        ints[at + 1] = receiverRank;
        ints[at + 2] = sourceNode;
        ints[at + 3] = destinationNode;
        ints[at + 4] = ownerReference;
        longs[LONGS * message] = size;
        longs[LONGS * message + 1] = nextSequence++;
        setRate(message, 0);
        setSettledDate(message, now);
        setStartDate(message, now);
        setEndDate(message, Double.POSITIVE_INFINITY);
        setExtraLatency(message, 0);
        return message;
    }

    void setWork(int message, double work, double lone) {
        doubles[DOUBLES * message] = work;
        doubles[DOUBLES * message + 1] = lone;
    }

    void release(int message) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = message;
    }

    private int grown() {
        if (size * INTS == ints.length) {
            ints = Arrays.copyOf(ints, Math.multiplyExact(2 * INTS, size));
            longs = Arrays.copyOf(longs, 2 * LONGS * size);
            doubles = Arrays.copyOf(doubles, Math.multiplyExact(2 * DOUBLES, size));
        }
        return size++;
    }

    int sender(int message) {
        return ints[INTS * message];
    }

    int receiver(int message) {
        return ints[INTS * message + 1];
    }

    int source(int message) {
        return ints[INTS * message + 2];
    }

    int destination(int message) {
        return ints[INTS * message + 3];
    }

    int reference(int message) {
        return ints[INTS * message + 4];
    }

    int phase(int message) {
        return ints[INTS * message + 5];
    }

    void setPhase(int message, int value) {
        ints[INTS * message + 5] = value;
    }

    long bytes(int message) {
        return longs[LONGS * message];
    }

    long sequence(int message) {
        return longs[LONGS * message + 1];
    }

    double workLeft(int message) {
        return doubles[DOUBLES * message];
    }

    void setWorkLeft(int message, double value) {
        doubles[DOUBLES * message] = value;
    }

    double loneSeconds(int message) {
        return doubles[DOUBLES * message + 1];
    }

    double rate(int message) {
        return doubles[DOUBLES * message + 2];
    }

    void setRate(int message, double value) {
        doubles[DOUBLES * message + 2] = value;
    }

    double settledDate(int message) {
        return doubles[DOUBLES * message + 3];
    }

    void setSettledDate(int message, double value) {
        doubles[DOUBLES * message + 3] = value;
    }

    double startDate(int message) {
        return doubles[DOUBLES * message + 4];
    }

    private void setStartDate(int message, double value) {
        doubles[DOUBLES * message + 4] = value;
    }

    double transferDate(int message) {
        return doubles[DOUBLES * message + 5];
    }

    void setTransferDate(int message, double value) {
        doubles[DOUBLES * message + 5] = value;
    }

    double endDate(int message) {
        return doubles[DOUBLES * message + 6];
    }

    void setEndDate(int message, double value) {
        doubles[DOUBLES * message + 6] = value;
    }

    double extraLatency(int message) {
        return doubles[DOUBLES * message + 7];
    }

    void setExtraLatency(int message, double value) {
        doubles[DOUBLES * message + 7] = value;
    }
}
