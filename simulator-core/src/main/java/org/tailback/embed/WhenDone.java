package org.tailback.embed;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * Action of a message's owner when the message is over. Called once, from the clock, never during {@link Network#send};
 * it may send and cancel messages and change the network. Never called for a message that its owner cancelled.
 */
@FunctionalInterface
public interface WhenDone {
    /** Action that does nothing, even when a message is lost. */
    WhenDone NOTHING = of(delivery -> {}, lost -> {});

    /** Called when the receiver has the message. */
    void arrived(Delivery delivery);

    /**
     * Called when the message is lost, because one of its nodes or a link failed, or its deadline has passed.
     *
     * @throws LostMessageException unless overridden, so that every loss is noticed
     */
    default void lost(LostMessage message) {
        throw new LostMessageException(message);
    }

    /** Returns an action that calls one function for the arrival and another for the loss. */
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
