package org.tailback.cost;

import org.tailback.stability.Beta;

/**
 * Cost of an uncontended message by its size: its latency, and the times for which it occupies the network, the ranks
 * and their network interfaces. Immutable and thread-safe.
 */
public interface MessageCost {
    /** Returns the name of the cost in the registry, such as {@code plogp}. */
    String name();

    /**
     * Returns the gap g(m): the time for which an uncontended message of this size occupies the network, independently
     * of the capacity of links. Its injection rate is {@code wireBytes / gap}; with a gap of 0 only links limit it.
     *
     * @param bytes size of the message in bytes, >= 0
     * @return seconds, finite, >= 0
     */
    double gap(long bytes);

    /**
     * Returns the number of bytes that links carry for a message, for networks with known capacities.
     *
     * @param bytes size of the message in bytes, >= 0
     * @return bytes, finite, >= 0; the size itself by default
     */
    default double wireBytes(long bytes) {
        return bytes;
    }

    /**
     * Returns the latency L: the time from the end of the transfer to the arrival at the receiver.
     *
     * @param bytes size of the message in bytes, >= 0
     * @return seconds, finite, >= 0
     */
    double latency(long bytes);

    /**
     * Returns the sender's overhead: the time for which a send occupies the sending rank before the message starts.
     *
     * @return seconds, finite, >= 0; 0 by default
     */
    default double sendOverhead(long bytes) {
        return 0;
    }

    /**
     * Returns the receiver's overhead: the time for which a message that has arrived occupies the receiving rank;
     * counted from the rank's wait.
     *
     * @return seconds, finite, >= 0; 0 by default
     */
    default double receiveOverhead(long bytes) {
        return 0;
    }

    /** Returns the overhead of a non-blocking send; equal to {@link #sendOverhead} by default. */
    default double isendOverhead(long bytes) {
        return sendOverhead(bytes);
    }

    /**
     * Returns the transfer time of a message between ranks of one node, if the cost defines it instead of the
     * platform's intra-node path.
     *
     * @return seconds, finite, >= 0; NaN, the default, if the path determines the time
     */
    default double localSeconds(long bytes) {
        return Double.NaN;
    }

    /**
     * Returns the time for which a message occupies the interface of a node where the sharing model does not share the
     * nodes' links. Equal to {@link #gap} by default.
     *
     * @return seconds, finite; negative if the message fits between others
     */
    default double occupancy(long bytes) {
        return gap(bytes);
    }

    /**
     * Returns the time for which a non-blocking probe occupies its rank, in seconds, finite, >= 0; 0 by default.
     */
    default double probeOverhead() {
        return 0;
    }

    /** Returns the sizes for which the cost was measured; all sizes by default. */
    @Beta
    default MeasuredSizes measuredSizes() {
        return MeasuredSizes.ALL;
    }

    /**
     * Returns the protocol of messages of this size, which determines their start and the instant at which their
     * senders continue.
     */
    default Protocol protocol(long bytes) {
        return Protocol.EAGER;
    }

    /**
     * Returns the cost of messages in mode {@link org.tailback.program.SendMode#EXCHANGE}: their overheads, protocol,
     * handshake, gap, wire bytes and start delay. The latency after the transfer, paths inside nodes and interfaces are
     * the same for all messages. Returns this cost itself by default.
     */
    default MessageCost exchange() {
        return this;
    }

    /**
     * Returns the delay of a message's start after both its send and its receive are posted, if its protocol waits for
     * both.
     *
     * @return seconds, finite, >= 0
     */
    default double handshake(long bytes) {
        return 0;
    }

    /**
     * Returns true if messages in opposite directions between two ranks on different nodes alternate: a message whose
     * protocol waits for both send and receive also waits for the arrival of all messages that its receiver has begun
     * to send to its sender.
     */
    default boolean isHalfDuplex() {
        return false;
    }

    /**
     * Returns the time after its start for which a message between two nodes is excluded from the sharing of the
     * network, regardless of its protocol; for costs that count the latency before the transfer instead of after it.
     *
     * @param bytes size of the message in bytes, >= 0
     * @param pathLatency latency of the links on the route by the sharing model, in seconds, >= 0; not a number if
     *     unknown
     * @return seconds, finite, >= 0; 0 by default
     */
    default double startDelay(long bytes, double pathLatency) {
        return 0;
    }

    /**
     * Returns true if messages occupy the network interfaces of both nodes one after another, see {@link
     * #interfaceGap}.
     */
    default boolean occupiesInterface() {
        return false;
    }

    /**
     * Returns LogP's g: the time after the start of a message during which the interface of its node cannot start (or
     * receive) another message. If the sharing model does not share the nodes' links, the message's occupancy is added.
     * Called only if {@link #occupiesInterface}.
     *
     * @return seconds, finite, >= 0
     */
    default double interfaceGap(long bytes) {
        return 0;
    }
}
