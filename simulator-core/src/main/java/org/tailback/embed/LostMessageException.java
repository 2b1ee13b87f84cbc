package org.tailback.embed;

/** A message was lost with a node or a link, and its owner had not defined what happens then. */
public final class LostMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // a record of numbers; this exception is not serialised
    private final LostMessage message;

    LostMessageException(LostMessage message) {
        super("the message of " + message.bytes() + " bytes that node " + message.source() + " sent to node "
                + message.destination() + " at " + message.sent() + " s was lost at " + message.lost()
                + " s, because "
                + (message.failedLink() == null
                        ? "node " + message.failedNode()
                        : "link '" + message.failedLink() + "'")
                + " failed, and its WhenDone handles no loss: override lost(…), or give WhenDone.of(arrived, lost)");
        this.message = message;
    }

    /** The lost message. */
    public LostMessage lostMessage() {
        return message;
    }
}
