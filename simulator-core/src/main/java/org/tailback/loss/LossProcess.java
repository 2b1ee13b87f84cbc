package org.tailback.loss;

/**
 * State of a loss model in one network. It is notified of the starts of messages, and decides at their ends which
 * messages time out. Not thread-safe.
 */
public interface LossProcess {
    /**
     * Handles the start of a message between different nodes.
     *
     * @param sender rank that sends
     * @param source node of the sender
     * @param destination receiving node
     * @param time present time, seconds
     */
    void started(int sender, int source, int destination, double time);

    /**
     * Called when the clock is set back while no message is under way: an earlier time t becomes t - seconds on the new
     * clock. A process that keeps times must override this.
     *
     * @param seconds finite
     */
    default void clockSetBack(double seconds) {}

    /**
     * Returns an independent process for a fork of the network, with the same history, which draws the same numbers.
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
