package org.tailback.loss;

import org.tailback.units.Readable;

/** Cause of a loss: the reason why a message never arrives. */
public sealed interface LossCause {
    /**
     * Failure of the node that sends or receives the message.
     *
     * @param node number of the node, from 0
     */
    record NodeFailed(int node) implements LossCause {
        @Override
        public String reason() {
            return "node " + node + " failed";
        }
    }

    /**
     * Failure of a link on the route of the message.
     *
     * @param link name of the link
     */
    record LinkFailed(String link) implements LossCause {
        @Override
        public String reason() {
            return "link '" + link + "' failed";
        }
    }

    /**
     * Deadline that the sender set and that passed before the arrival.
     *
     * @param seconds time from the sending to the deadline, > 0
     */
    record DeadlinePassed(double seconds) implements LossCause {
        @Override
        public String reason() {
            return "it did not arrive within " + Readable.seconds(seconds);
        }
    }

    /** Returns the cause as the end of a sentence, such as {@code node 3 failed}. */
    String reason();
}
