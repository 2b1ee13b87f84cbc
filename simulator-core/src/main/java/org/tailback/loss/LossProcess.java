package org.tailback.loss;

/** The losses of one network: it is notified of starts and decides when messages end. Not thread-safe. */
public interface LossProcess {
    /**
     * Handles the start of a message between different nodes.
     *
     * @param sender rank that sends
     * @param source its node
     * @param destination the receiving node
     * @param time now, seconds
     */
    void started(int sender, int source, int destination, double time);

    /**
     * The clock is set back while no message is under way: an earlier time t is t - seconds on the clock of later
     * times. A process that keeps times must override this.
     *
     * @param seconds finite
     */
    default void clockSetBack(double seconds) {}

    /**
     * Returns an independent process with the same history, which draws the same numbers; for forks of a
     * network.
     *
     * @throws UnsupportedOperationException unless overridden
     */
    default LossProcess copy() {
        throw new UnsupportedOperationException(
                getClass().getName() + " cannot be copied, so a network with it cannot be forked");
    }

    /** Decides which of the messages whose data has all been moved at this instant wait for a timeout. */
    void decide(EndingMessages ending);
}
