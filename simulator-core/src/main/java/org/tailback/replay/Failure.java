package org.tailback.replay;

import org.tailback.loss.LossCause;
import org.tailback.stability.Internal;
import org.tailback.units.Readable;

/**
 * A failure of a shared network that ended a replay.
 *
 * @param time time of the failure, seconds on the clock of the run
 * @param cause failed node, or link on which a message was lost
 */
public record Failure(double time, LossCause cause) {
    @Internal
    public Failure {}

    @Override
    public String toString() {
        return cause.reason() + " at " + Readable.seconds(time);
    }
}
