package org.tailback.embed;

import org.tailback.stability.Beta;

/**
 * Receives the events of all single messages of a network by their handles: an adapter of {@link
 * org.tailback.observe.Observer}, with sending and arrival. Times are seconds. Observers must not change the network: a
 * network changed by its observer throws {@link IllegalStateException}.
 */
@Beta
public interface NetworkObserver {
    /** A message was sent. */
    default void sent(Message message, double time) {}

    /**
     * A message moves at another rate; {@link Message#rate} and {@link Message#penalty} already return the new values.
     */
    default void rateChanged(Message message, double time) {}

    /** The last packet of a message was lost: its sender waits until {@code until}. */
    default void retransmissionTimeout(Message message, double time, double until) {}

    /** The data of a message have moved, or its timeout is over; it arrives after its latency. */
    default void transferEnded(Message message, double time) {}

    /** A message arrived; its owner is notified afterwards. */
    default void arrived(Message message, Delivery delivery) {}

    /** A message was lost; its owner is notified afterwards. */
    default void lost(Message message, LostMessage loss) {}

    /** A message was cancelled by its owner. */
    default void cancelled(Message message, double time) {}
}
