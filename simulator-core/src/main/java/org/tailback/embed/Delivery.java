package org.tailback.embed;

import org.tailback.stability.Internal;

/**
 * A message that has arrived. Times are seconds on the clock of the network's host.
 *
 * @param source node that sent it
 * @param destination node that received it
 * @param bytes its size
 * @param sent when {@link Network#send} was called
 * @param transferred when its data had all been moved and the sender could go on
 * @param arrived when the receiver had it, >= {@code transferred}
 * @param seconds from {@link Network#send} to the arrival: {@code arrived - sent}, except for the rounding of a
 *     large clock
 * @param loneSeconds contention-free time of its data, >= 0
 * @param penalty time that its data moved, without retransmission timeouts, divided by the contention-free time; 1
 *     if there was nothing to move
 */
public record Delivery(
        int source,
        int destination,
        long bytes,
        double sent,
        double transferred,
        double arrived,
        double seconds,
        double loneSeconds,
        double penalty) {
    @Internal
    public Delivery {}
}
