package org.tailback.embed;

import org.tailback.stability.Beta;

/**
 * Action of a group's owner when all its messages are over. Called once, from the clock, never during {@link
 * Network#send(java.util.List, WhenAllDone)}.
 */
@Beta
@FunctionalInterface
public interface WhenAllDone {
    /** Called when all messages that their owner did not cancel have arrived. */
    void arrived(Group group);

    /**
     * Called when all messages are over and at least one is lost, see {@link Message#loss}.
     *
     * @throws LostMessageException unless overridden, so that every loss is noticed
     */
    default void lost(Group group) {
        group.messages()
                .forEach(message -> message.loss().ifPresent(loss -> {
                    throw new LostMessageException(loss);
                }));
    }
}
