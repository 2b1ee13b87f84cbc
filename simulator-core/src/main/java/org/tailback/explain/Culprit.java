package org.tailback.explain;

import java.util.Locale;

/**
 * What put contention or timeouts on a chain. Each type accounts for all contention that it can explain:
 * their seconds are not to be added.
 *
 * @param name of the link, the pair of ranks (of another job: its name and the pair), the operation or the job
 * @param contention seconds, >= 0
 * @param timeouts seconds, >= 0
 */
public record Culprit(Type type, String name, double contention, double timeouts) {
    /** The type of a culprit. */
    public enum Type {
        /** The end of a node, or the network between the nodes. */
        LINK,
        /** Sender and receiver of messages that shared the link with those of the chain, or that were lost. */
        PAIR,
        /** Operation by which the chain's messages were sent. */
        OPERATION,
        /** On a shared network: job whose messages shared the link with those of the chain; also the chain's own. */
        JOB;

        /** The name in reports: lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** True if it is contention that sharing of the ends of nodes does not explain. */
    public boolean isBetweenNodes() {
        return type == Type.LINK && !name.matches("(into|out of|inside) node \\d+");
    }

    /** Contention and timeouts in seconds, >= 0. */
    public double seconds() {
        return contention + timeouts;
    }
}
