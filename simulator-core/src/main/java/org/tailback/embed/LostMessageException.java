package org.tailback.embed;

/** Exception for the loss of a message whose owner does not handle losses. */
public final class LostMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostMessageException(LostMessage message) {
        super("the message of " + message.bytes() + " bytes that node " + message.source() + " sent to node "
                + message.destination() + " at " + message.sent() + " s was lost at " + message.lost()
                + " s, because " + message.cause().reason()
                + ". Its owner handles no loss: override lost(…), or give WhenDone.of(arrived, lost)");
    }
}
