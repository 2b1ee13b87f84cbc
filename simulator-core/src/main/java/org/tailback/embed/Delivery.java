package org.tailback.embed;

import org.tailback.stability.Internal;

/**
 * A message that has arrived. Times are seconds on the clock of the network's host.
 *
 * @param source node that sent it
 * @param destination node that received it
 * @param bytes size of the message
 * @param sent when {@link Network#send} was called
 * @param transferred when all of its data had been moved and the sender could continue
 * @param arrived when the receiver had it, >= {@code transferred}
 * @param seconds from {@link Network#send} to the arrival: {@code arrived - sent}, except for the rounding of a
 *     large clock
 * @param loneSeconds contention-free time of its data, >= 0
 * @param penalty duration of its transfer, without retransmission timeouts, divided by the contention-free time; 1 for
 *     a message without data
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
