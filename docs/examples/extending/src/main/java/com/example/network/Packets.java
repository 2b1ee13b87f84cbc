package com.example.network;

import org.tailback.cost.MessageCost;

/**
 * Messages travel in packets that each carry a header: T(m) = latency + (m + header * packets) / bandwidth, with
 * packets = ceil(m / payload), at least one.
 *
 * @param latency seconds, >= 0
 * @param bandwidth bytes per second, > 0
 * @param payload bytes of a message in one packet, >= 1
 * @param header bytes that a packet has beside them, >= 0
 */
public record Packets(double latency, double bandwidth, long payload, long header) implements MessageCost {
    @Override
    public String name() {
        return "packets";
    }

    /** How long the message occupies the network by itself. */
    @Override
    public double gap(long bytes) {
        return wireBytes(bytes) / bandwidth;
    }

    /** What links carry for it. */
    @Override
    public double wireBytes(long bytes) {
        long packets = Math.max(1, (bytes + payload - 1) / payload);
        return bytes + (double) header * packets;
    }

    /** How long after that the receiver has it. */
    @Override
    public double latency(long bytes) {
        return latency;
    }
}
