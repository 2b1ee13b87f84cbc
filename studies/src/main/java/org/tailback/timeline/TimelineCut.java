package org.tailback.timeline;

import org.tailback.error.InputException;

/**
 * Part of a run that a timeline shows. Slices are truncated to the time from {@code from} to {@code to}. Arrows are
 * shown for messages between ranks of the set that are posted within this time; the arrow of a message received after
 * {@code to} ends at {@code to}.
 *
 * @param from start in seconds, finite
 * @param to end in seconds, > from, may be infinite; events at this instant are excluded
 * @param ranks ranks whose operations, rates and penalties are shown; the number of messages in the network counts all
 *     messages
 */
public record TimelineCut(double from, double to, RankSet ranks) {
    /** Cut that shows the whole run. */
    public static final TimelineCut NOTHING = new TimelineCut(0, Double.POSITIVE_INFINITY, RankSet.ALL);

    public TimelineCut {
        if (!(from > Double.NEGATIVE_INFINITY && from < Double.POSITIVE_INFINITY)) {
            throw new InputException("a timeline must begin at a finite time, not at " + from + " s");
        }
        if (!(to > from)) {
            throw new InputException("a timeline from " + from + " s must end after its start, not at " + to + " s");
        }
    }
}
