package org.tailback.timeline;

import org.tailback.error.InputException;

/**
 * The part of a run that a timeline shows. Slices that begin before {@code from} begin there, and those that end after
 * {@code to} end there. Arrows are shown for messages between two of the ranks that are posted within the cut; the
 * arrow of a message received after {@code to} ends there.
 *
 * @param from start in seconds, finite
 * @param to end in seconds, > from, may be infinite; events at this instant are excluded
 * @param ranks set of the ranks whose operations, rates and penalties are shown; the number of messages in the network
 *     counts all messages
 */
public record TimelineCut(double from, double to, RankSet ranks) {
    /** The absence of a cut: the whole run. */
    public static final TimelineCut NOTHING = new TimelineCut(0, Double.POSITIVE_INFINITY, RankSet.ALL);

    public TimelineCut {
        if (!(from > Double.NEGATIVE_INFINITY && from < Double.POSITIVE_INFINITY)) {
            throw new InputException("a timeline must begin at a finite time, not at " + from + " s");
        }
        if (!(to > from)) {
            throw new InputException("a timeline from " + from + " s must end after that, not at " + to + " s");
        }
    }
}
