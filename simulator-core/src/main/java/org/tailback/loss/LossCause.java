package org.tailback.loss;

import org.tailback.units.Readable;

/** The cause of a loss: why a message never arrives. */
public sealed interface LossCause {
    /**
     * The node that sends or receives it failed.
     *
     * @param node from 0
     */
    record NodeFailed(int node) implements LossCause {
        @Override
        public String reason() {
            return "node " + node + " failed";
        }
    }

    /**
     * A link on its route failed.
     *
     * @param link its name
     */
    record LinkFailed(String link) implements LossCause {
        @Override
        public String reason() {
            return "link '" + link + "' failed";
        }
    }

    /**
     * The deadline given by the sender passed before the arrival.
     *
     * @param seconds that time, from its sending, > 0
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
