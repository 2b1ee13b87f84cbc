package org.tailback.observe;

import org.tailback.program.OperationKind;

/**
 * Told of what happens while it happens. All times are seconds, all sizes bytes. Every method does nothing unless
 * overridden; a run without observer pays nothing for this.
 */
public interface Observer {
    /**
     * A rank leaves an operation.
     *
     * @param index the operation's position in the rank's program, from 0
     * @param enter when the rank entered it
     * @param leave when it left it, >= enter
     */
    default void operationLeft(int rank, long index, OperationKind kind, double enter, double leave) {}

    /**
     * A message starts to move, in the network or inside a node.
     *
     * @param message its number, used again after its end
     */
    default void messageStarted(int message, int sender, int receiver, long bytes, double time) {}

    /**
     * A message gets another rate.
     *
     * @param penalty how many times slower than alone, >= 0; below 1 only where a model says so
     */
    default void rateChanged(int message, double penalty, double time) {}

    /** A message's last packet was lost: its sender waits until {@code until}. */
    default void retransmissionTimeout(int message, double time, double until) {}

    /** A transfer ended; the receiver has the message at {@code arrival}. */
    default void messageEnded(int message, double time, double arrival) {}

    /** A message in flight was taken out of the network by its owner: it neither ends nor arrives. */
    default void messageCancelled(int message, double time) {}
}
