package org.tailback.explain;

import org.jspecify.annotations.Nullable;
import org.tailback.output.Labelled;
import org.tailback.output.NoOutput;
import org.tailback.sharing.Link;

/**
 * A cause of contention or timeouts on a critical path. Each type accounts for all contention that it can explain, so
 * the seconds of different types must not be added.
 *
 * @param name name of the link, the pair of ranks (for another job, its name and the pair), the operation or the job
 * @param contention contention in seconds, >= 0
 * @param timeouts timeouts in seconds, >= 0
 * @param link one of the links of a cause of type {@link Type#LINK}, if the network has links; otherwise null
 */
public record Culprit(
        Type type,
        String name,
        double contention,
        double timeouts,
        @NoOutput @Nullable Link link) {
    /** Creates a cause that is not a known link. */
    public Culprit(Type type, String name, double contention, double timeouts) {
        this(type, name, contention, timeouts, null);
    }

    Culprit plus(double moreContention, double moreTimeouts) {
        return new Culprit(type, name, contention + moreContention, timeouts + moreTimeouts, link);
    }

    /** Type of a cause. */
    public enum Type implements Labelled {
        /** End of a node, or the network between the nodes. */
        LINK,
        /**
         * Sender and receiver of messages that shared the link with messages of the critical path, or that were lost.
         */
        PAIR,
        /** Operation that sent the messages on the critical path. */
        OPERATION,
        /**
         * Job on a shared network, possibly the analysed job itself, whose messages shared the link with messages of
         * the critical path.
         */
        JOB
    }

    /** Returns the sum of contention and timeouts in seconds, >= 0. */
    public double seconds() {
        return contention + timeouts;
    }
}
