package org.tailback.loss;

/**
 * Messages between different nodes whose data has all been moved at one instant, ordered by sending rank and then by
 * posting order, before their senders and receivers are notified.
 */
public interface EndingMessages {
    /** Returns the present time, in seconds. */
    double time();

    /** Returns the number of ending messages, >= 1. */
    int count();

    /** Returns the sending rank of message i. */
    int sender(int i);

    /** Returns the receiving rank of message i. */
    int receiver(int i);

    /** Returns the source node of message i. */
    int source(int i);

    /** Returns the destination node of message i. */
    int destination(int i);

    /** Returns the size of message i in bytes. */
    long bytes(int i);

    /** Returns the rate of message i just before its end, in work per second (bytes per second for a fair tree). */
    double rate(int i);

    /**
     * Makes message i wait for its retransmission: it ends for its sender {@code seconds} later, and occupies nothing
     * until then.
     *
     * @param seconds finite, > 0
     */
    void timeOut(int i, double seconds);

    /**
     * Predicts the messages that will start from now to {@code horizon} inclusive, if all ending messages without a
     * {@link #timeOut} end now, and the messages in flight keep their present rates. Reports each start with its
     * sending rank, in ascending order of ranks and, per rank, in posting order. Reports nothing when the network's
     * owner cannot predict its senders.
     *
     * @param horizon seconds, >= {@link #time}
     */
    void predictStarts(double horizon, StartSink sink);

    /**
     * Predicts the starts of one rank only, like {@link #predictStarts}, after a {@link #timeOut} for which its program
     * waits.
     */
    void predictStartsOf(int rank, double horizon, StartSink sink);

    /** Receiver of predicted starts. */
    @FunctionalInterface
    interface StartSink {
        /**
         * Handles a predicted start.
         *
         * @param sender rank that will send
         * @param source node of the sender
         * @param destination receiving node, different from {@code source}
         * @param time time of the start, seconds
         */
        void start(int sender, int source, int destination, double time);
    }
}
