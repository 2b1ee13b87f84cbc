package org.tailback.replay;

import java.util.Arrays;

/**
 * The communications of a replay as columns: one for each pair of a send and a receive that belong together, from the
 * first of them that is posted until both are waited for. Numbers are used again afterwards.
 */
final class Communications {
    static final int SEND_POSTED = 1;
    static final int RECEIVE_POSTED = 2;
    /** The sender's rank is in a wait for it. */
    static final int SENDER_WAITS = 4;
    /** The receiver's rank is in a wait for it. */
    static final int RECEIVER_WAITS = 8;
    /** The transfer has ended; {@code transferEnd} and {@code arrival} are known. */
    static final int ENDED = 16;

    static final int SEND_RELEASED = 32;
    static final int RECEIVE_RELEASED = 64;

    private static final int DISPOSABLE = SEND_RELEASED | RECEIVE_RELEASED;

    int[] sender = new int[64];
    int[] receiver = new int[64];
    int[] tag = new int[64];
    int[] flags = new int[64];
    int[] message = new int[64];
    long[] bytes = new long[64];
    double[] transferEnd = new double[64];
    double[] arrival = new double[64];

    private int[] free = new int[64];
    private int freeCount;
    private int size;

    int add(int senderRank, int receiverRank, int messageTag) {
        int communication = freeCount > 0 ? free[--freeCount] : grown();
        sender[communication] = senderRank;
        receiver[communication] = receiverRank;
        tag[communication] = messageTag;
        flags[communication] = 0;
        message[communication] = -1;
        return communication;
    }

    boolean has(int communication, int flag) {
        return (flags[communication] & flag) != 0;
    }

    /** Marks one side of an ended communication as waited for; with both sides done the number is free again. */
    void release(int communication, int releasedFlag) {
        flags[communication] |= releasedFlag;
        if ((flags[communication] & DISPOSABLE) == DISPOSABLE) {
            if (freeCount == free.length) {
                free = Arrays.copyOf(free, 2 * freeCount);
            }
            free[freeCount++] = communication;
        }
    }

    private int grown() {
        if (size == sender.length) {
            int capacity = 2 * size;
            sender = Arrays.copyOf(sender, capacity);
            receiver = Arrays.copyOf(receiver, capacity);
            tag = Arrays.copyOf(tag, capacity);
            flags = Arrays.copyOf(flags, capacity);
            message = Arrays.copyOf(message, capacity);
            bytes = Arrays.copyOf(bytes, capacity);
            transferEnd = Arrays.copyOf(transferEnd, capacity);
            arrival = Arrays.copyOf(arrival, capacity);
        }
        return size++;
    }
}
