package org.tailback.loss;

/**
 * The messages between different nodes whose data has all been moved at one instant, ordered by sending rank and then
 * by posting order, before their senders and receivers are notified.
 */
public interface EndingMessages {
    /** Now, in seconds. */
    double time();

    /** Returns the number of ending messages, >= 1. */
    int count();

    /** Returns the rank that sent message i. */
    int sender(int i);

    /** Returns the rank that receives message i. */
    int receiver(int i);

    /** Returns the node that message i left. */
    int source(int i);

    /** Returns the node that message i reached. */
    int destination(int i);

    /** Size of message i in bytes. */
    long bytes(int i);

    /**
     * Returns the rate that message i had just before its end, in work per second (bytes per second for a fair tree).
     */
    double rate(int i);

    /**
     * Lets message i wait for its retransmission: it ends for its sender {@code seconds} later. It occupies nothing
     * meanwhile.
     *
     * @param seconds finite, > 0
     */
    void timeOut(int i, double seconds);

    /**
     * Predicts which messages will start from now to {@code horizon} inclusive, if the messages that end now and were
     * not given to {@link #timeOut} end now, and the messages in flight keep their present rates. Reports each start
     * with its sending rank, ranks ascending, per rank in posting order. Nothing is reported when the future of
     * its senders is unknown to the network's owner.
     *
     * @param horizon seconds, >= {@link #time}
     */
    void predictStarts(double horizon, StartSink sink);

    /**
     * Does the same as {@link #predictStarts} for one rank only, after a {@link #timeOut} that its program waits for.
     */
    void predictStartsOf(int rank, double horizon, StartSink sink);

    /** Receives predicted starts. */
    @FunctionalInterface
    interface StartSink {
        /**
         * @param sender rank that will send
         * @param source its node
         * @param destination the receiving node, different from {@code source}
         * @param time when, seconds
         */
        void start(int sender, int source, int destination, double time);
    }
}
