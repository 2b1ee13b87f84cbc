package org.tailback.cost;

/**
 * What a message costs when nothing disturbs it: from its size to the time that it occupies the network and the time
 * until it is felt at the other end. Immutable and thread-safe.
 */
public interface MessageCost {
    /** The name under which the cost is found, such as {@code plogp}. */
    String name();

    /**
     * The gap g(m): how long a message of this size occupies the network when it is alone.
     *
     * @param bytes size of the message in bytes, >= 0
     * @return seconds, finite, >= 0
     */
    double gap(long bytes);

    /**
     * The latency L: how long after the end of the transfer the receiver has the message.
     *
     * @param bytes size of the message in bytes, >= 0
     * @return seconds, finite, >= 0
     */
    double latency(long bytes);
}
