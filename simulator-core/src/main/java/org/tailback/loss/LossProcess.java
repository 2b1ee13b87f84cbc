package org.tailback.loss;

/** The losses of one network: it is notified of starts and decides when messages end. Not thread-safe. */
public interface LossProcess {
    /**
     * A message between different nodes starts.
     *
     * @param sender rank that sends
     * @param source its node
     * @param destination the receiving node
     * @param time now, seconds
     */
    void started(int sender, int source, int destination, double time);

    /** Decides which of the messages whose data has all been moved at this instant wait for a timeout. */
    void decide(EndingMessages ending);
}
