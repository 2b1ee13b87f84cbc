/**
 * Network inside another simulator: the host sends messages, receives notifications of their arrivals, and can change
 * the network while it runs.
 *
 * <pre>{@code
 * Network network = Network.builder(platform).model("infiniband").on(simulator).build();
 * network.send(0, 1, 1_000_000, delivery -> next(delivery.arrived()));
 * }</pre>
 *
 * <p>Contract: all actions of a host at one instant are simultaneous, whatever their order; the owner of a message is
 * notified by an event of the clock, never within {@code send}; the same calls at the same instants have bit-identical
 * results on every clock. A network is used by one thread at a time. Replays share it by
 * {@code Replay.builder(...).on(network)}.
 *
 * <p>Start with {@link org.tailback.embed.Network}; {@link org.tailback.embed.Message} is the handle of a message,
 * {@link org.tailback.embed.NetworkObserver} observes all messages; {@code docs/embedding} contains examples of hosts.
 */
@NullMarked
package org.tailback.embed;

import org.jspecify.annotations.NullMarked;
