package org.tailback.replay;

import java.util.Arrays;

/**
 * The communications of a replay: one for each pair of a send and a receive that belong together, from the
 * first of them that is posted until both are waited for. Numbers are used again afterwards. What belongs to one lies side by side in
 * two arrays, so that the caches of the processor load it with a line or two.
 */
final class Communications {
    static final int SEND_POSTED = 1;
    static final int RECEIVE_POSTED = 2;
    /** The sender's rank is in a wait for it. */
    static final int SENDER_WAITS = 4;
    /** The receiver's rank is in a wait for it. */
    static final int RECEIVER_WAITS = 8;
    /** The transfer has started or its start is fixed. */
    static final int STARTED = 16;
    /** The sender need not wait any more; {@code sendEnd} is known. */
    static final int SEND_ENDED = 32;
    /** The transfer has ended; {@code arrival} is known. */
    static final int ENDED = 64;
    /** Nobody will ask for the sender's side any more. */
    static final int SEND_RELEASED = 128;
    /** Nobody will ask for the receiver's side any more. */
    static final int RECEIVE_RELEASED = 256;
    /** It starts only when both sides are posted. */
    static final int STARTS_WHEN_MATCHED = 512;
    /** No communication, but stands for a helper: the sender's side ends when the helper's program does. */
    static final int HELPER = 1024;

    private static final int DISPOSABLE = ENDED | SEND_RELEASED | RECEIVE_RELEASED;

    private static final int INTS = 8;
    private static final int FLAGS = 6;
    private static final int LONGS = 4;

    private int[] ints = new int[64 * INTS];
    /** Size, and dates as bits. */
    private long[] longs = new long[64 * LONGS];

    private int[] free = new int[64];
    private int freeCount;
    private int size;

    int add(int senderRank, int receiverRank, int messageTag, int itsCommunicator) {
        int communication = freeCount > 0 ? free[--freeCount] : grown();
        int at = INTS * communication;
        ints[at] = senderRank;
        ints[at + 1] = receiverRank;
        ints[at + 2] = messageTag;
        ints[at + 3] = itsCommunicator;
        ints[at + FLAGS] = 0;
        ints[at + 7] = -1;
        return communication;
    }

    boolean has(int communication, int flag) {
        return (ints[INTS * communication + FLAGS] & flag) != 0;
    }

    /** Adds flags, and frees the number if the transfer has ended and nobody needs either side any more. */
    void mark(int communication, int added) {
        int flags = ints[INTS * communication + FLAGS] | added;
        ints[INTS * communication + FLAGS] = flags;
        if ((flags & DISPOSABLE) == DISPOSABLE) {
            dispose(communication);
        }
    }

    /** Frees the number. */
    void dispose(int communication) {
        ints[INTS * communication + FLAGS] = 0;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = communication;
    }

    /** Removes flags. */
    void unmark(int communication, int removed) {
        ints[INTS * communication + FLAGS] &= ~removed;
    }

    private int grown() {
        if (size * INTS == ints.length) {
            ints = Arrays.copyOf(ints, Math.multiplyExact(2 * INTS, size));
            longs = Arrays.copyOf(longs, 2 * LONGS * size);
        }
        return size++;
    }

    int sender(int communication) {
        return ints[INTS * communication];
    }

    void setSender(int communication, int value) {
        ints[INTS * communication] = value;
    }

    int receiver(int communication) {
        return ints[INTS * communication + 1];
    }

    int tag(int communication) {
        return ints[INTS * communication + 2];
    }

    void setTag(int communication, int value) {
        ints[INTS * communication + 2] = value;
    }

    int communicator(int communication) {
        return ints[INTS * communication + 3];
    }

    /** The row of the {@link RankTable} that posted the send: the rank or a helper of it. */
    int senderRow(int communication) {
        return ints[INTS * communication + 4];
    }

    void setSenderRow(int communication, int value) {
        ints[INTS * communication + 4] = value;
    }

    /** The row that posted the receive. */
    int receiverRow(int communication) {
        return ints[INTS * communication + 5];
    }

    void setReceiverRow(int communication, int value) {
        ints[INTS * communication + 5] = value;
    }

    int message(int communication) {
        return ints[INTS * communication + 7];
    }

    void setMessage(int communication, int value) {
        ints[INTS * communication + 7] = value;
    }

    long bytes(int communication) {
        return longs[LONGS * communication];
    }

    void setBytes(int communication, long value) {
        longs[LONGS * communication] = value;
    }

    double postDate(int communication) {
        return Double.longBitsToDouble(longs[LONGS * communication + 1]);
    }

    void setPostDate(int communication, double value) {
        longs[LONGS * communication + 1] = Double.doubleToRawLongBits(value);
    }

    double sendEnd(int communication) {
        return Double.longBitsToDouble(longs[LONGS * communication + 2]);
    }

    void setSendEnd(int communication, double value) {
        longs[LONGS * communication + 2] = Double.doubleToRawLongBits(value);
    }

    double arrival(int communication) {
        return Double.longBitsToDouble(longs[LONGS * communication + 3]);
    }

    void setArrival(int communication, double value) {
        longs[LONGS * communication + 3] = Double.doubleToRawLongBits(value);
    }
}
