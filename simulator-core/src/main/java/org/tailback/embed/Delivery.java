package org.tailback.embed;

import org.tailback.stability.Internal;

/**
 * A message that has arrived. Times are seconds on the clock of the network's host.
 *
 * @param source sending node
 * @param destination receiving node
 * @param bytes size of the message
 * @param sent time at which {@link Network#send} was called
 * @param transferred time at which all of its data had moved and the sender could continue
 * @param arrived time at which the receiver had the message, >= {@code transferred}
 * @param seconds time from {@link Network#send} to the arrival: {@code arrived - sent}, except for the rounding of a
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
