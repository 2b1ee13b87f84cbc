package org.tailback.embed;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * The action of a message's owner when the message is over. Called once, from the clock, never during {@link
 * Network#send}; it may send and cancel messages and change the network. Never called for a message that its owner
 * cancelled.
 */
@FunctionalInterface
public interface WhenDone {
    /** An action that does nothing, also for losses. */
    WhenDone NOTHING = of(delivery -> {}, lost -> {});

    /** The receiver has the message. */
    void arrived(Delivery delivery);

    /**
     * The message was lost, because one of its nodes or a link failed, or its deadline has passed.
     *
     * @throws LostMessageException unless overridden, so that every loss is noticed
     */
    default void lost(LostMessage message) {
        throw new LostMessageException(message);
    }

    /** Returns the action of a function for the arrival and one for the loss. */
    static WhenDone of(Consumer<Delivery> arrived, Consumer<LostMessage> lost) {
        Objects.requireNonNull(arrived, "arrived");
        Objects.requireNonNull(lost, "lost");
        return new WhenDone() {
            @Override
            public void arrived(Delivery delivery) {
                arrived.accept(delivery);
            }

            @Override
            public void lost(LostMessage message) {
                lost.accept(message);
            }
        };
    }
}
