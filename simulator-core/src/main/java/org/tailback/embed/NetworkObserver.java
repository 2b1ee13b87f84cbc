package org.tailback.embed;

import org.tailback.stability.Beta;

/**
 * Receiver of the events of all individual messages of a network by their handles. It adapts {@link
 * org.tailback.observe.Observer}, and also receives the sending and the arrival of each message. Times are seconds.
 * Observers must not change the network: a network changed by its observer throws {@link IllegalStateException}.
 */
@Beta
public interface NetworkObserver {
    /** Called when a message is sent. */
    default void sent(Message message, double time) {}

    /**
     * Called when the rate of a message changes; {@link Message#rate} and {@link Message#penalty} already return the
     * new values.
     */
    default void rateChanged(Message message, double time) {}

    /** Called when the last packet of a message is lost: its sender waits until {@code until}. */
    default void retransmissionTimeout(Message message, double time, double until) {}

    /** Called when the data of a message have moved, or its timeout is over; it arrives after its latency. */
    default void transferEnded(Message message, double time) {}

    /** Called when a message arrives, before its owner is notified. */
    default void arrived(Message message, Delivery delivery) {}

    /** Called when a message is lost, before its owner is notified. */
    default void lost(Message message, LostMessage loss) {}

    /** Called when the owner of a message cancels it. */
    default void cancelled(Message message, double time) {}
}
