package org.tailback.replay;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.tailback.columns.Columns;

/**
 * The communications of a replay as columns. A communication is a pair of a send and a receive that match. It exists
 * from the first of the two postings until both have been waited for. Its number is then reused.
 */
final class Communications {
    static final int SEND_POSTED = 1;
    static final int RECEIVE_POSTED = 2;
    static final int SENDER_WAITS = 4;
    static final int RECEIVER_WAITS = 8;
    /** Flag: the transfer has started or its start is fixed. */
    static final int STARTED = 16;
    /** Flag: the sender no longer waits; {@code sendEnd} is known. */
    static final int SEND_ENDED = 32;
    /** Flag: the transfer has ended; {@code arrival} is known. */
    static final int ENDED = 64;

    static final int SEND_RELEASED = 128;
    static final int RECEIVE_RELEASED = 256;
    static final int STARTS_WHEN_MATCHED = 512;
    /** Flag: the communication represents a progress thread, not a message; the send ends with the thread's program. */
    static final int PROGRESS_THREAD = 1024;
    /** Flag: the send is synchronous: it waits for its receive regardless of its size. */
    static final int SYNCHRONOUS = 2048;
    /** Flag: the send belongs to an exchange. */
    static final int EXCHANGE = 4096;

    private static final int DISPOSABLE = ENDED | SEND_RELEASED | RECEIVE_RELEASED;

    int[] sender = {};
    int[] receiver = {};
    /** Rank or progress thread that posted the send; {@code receiverThread} posted the receive. */
    int[] senderThread = {};

    int[] receiverThread = {};
    int[] tag = {};
    int[] communicator = {};
    int[] flags = {};
    /** Number of the message in the network; -1 if it is not in flight. */
    int[] message = {};
    /** Size of the message in bytes; while only the receive is posted, the largest size that the receive accepts. */
    long[] bytes = {};

    double[] postDate = {};
    double[] sendEnd = {};
    double[] arrival = {};

    private int[] free = new int[64];
    private int freeCount;
    private int size;

    Communications(int expected) {
        resize(Math.max(64, expected));
    }

    private void resize(int capacity) {
        sender = Arrays.copyOf(sender, capacity);
        receiver = Arrays.copyOf(receiver, capacity);
        senderThread = Arrays.copyOf(senderThread, capacity);
        receiverThread = Arrays.copyOf(receiverThread, capacity);
        tag = Arrays.copyOf(tag, capacity);
        flags = Arrays.copyOf(flags, capacity);
        message = Arrays.copyOf(message, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        communicator = Arrays.copyOf(communicator, capacity);
        postDate = Arrays.copyOf(postDate, capacity);
        sendEnd = Arrays.copyOf(sendEnd, capacity);
        arrival = Arrays.copyOf(arrival, capacity);
    }

    int add(int senderRank, int receiverRank, int messageTag, int itsCommunicator) {
        int communication = freeCount > 0 ? free[--freeCount] : grown();
        sender[communication] = senderRank;
        receiver[communication] = receiverRank;
        tag[communication] = messageTag;
        communicator[communication] = itsCommunicator;
        flags[communication] = 0;
        message[communication] = -1;
        return communication;
    }

    boolean has(int communication, int flag) {
        return (flags[communication] & flag) != 0;
    }

    /** Adds flags. Frees the number if the transfer has ended and no request refers to either posting. */
    void mark(int communication, int added) {
        flags[communication] |= added;
        if ((flags[communication] & DISPOSABLE) == DISPOSABLE) {
            dispose(communication);
        }
    }

    void dispose(int communication) {
        flags[communication] = 0;
        free = Columns.fit(free, freeCount);
        free[freeCount++] = communication;
    }

    /** Visits the network's numbers of the messages in flight. */
    void forEachMessage(IntConsumer visitor) {
        for (int communication = 0; communication < size; communication++) {
            if (message[communication] >= 0) {
                visitor.accept(message[communication]);
            }
        }
    }

    void unmark(int communication, int removed) {
        flags[communication] &= ~removed;
    }

    private int grown() {
        if (size == sender.length) {
            resize(Columns.longer(size, size));
        }
        return size++;
    }
}
