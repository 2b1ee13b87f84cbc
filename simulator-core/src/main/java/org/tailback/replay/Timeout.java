package org.tailback.replay;

import org.tailback.stability.Internal;

/**
 * Message that waited for a retransmission timeout.
 *
 * @param sender rank that sent it
 * @param receiver rank that it was sent to
 * @param at when its data had moved and turned out to be lost, seconds on the clock of the run
 * @param seconds duration of its wait from then on, finite, > 0
 */
public record Timeout(int sender, int receiver, double at, double seconds) {
    @Internal
    public Timeout {}
}
