package org.tailback.replay;

import org.tailback.stability.Internal;

/**
 * Message that waited for a retransmission timeout.
 *
 * @param sender sending rank
 * @param receiver receiving rank
 * @param at time at which its data had been transferred and its last packet was lost, seconds on the clock of the run
 * @param seconds duration of its wait from that time, finite, > 0
 */
public record Timeout(int sender, int receiver, double at, double seconds) {
    @Internal
    public Timeout {}
}
