package org.tailback.replay;

import org.jspecify.annotations.Nullable;
import org.tailback.stability.Internal;
import org.tailback.units.Readable;

/**
 * A failure of a shared network that ended a replay.
 *
 * @param time when, seconds on the clock of the run
 * @param node the node that failed; -1 if a message was lost with a link
 * @param link the link on which a message was lost; null if a node failed
 */
public record Failure(double time, int node, @Nullable String link) {
    @Internal
    public Failure {}

    static final int NO_NODE = -1;

    @Override
    public String toString() {
        return (link == null ? "node " + node + " failed" : "a message was lost on link '" + link + "'") + " at "
                + Readable.seconds(time);
    }
}
