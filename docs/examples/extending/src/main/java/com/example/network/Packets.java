package com.example.network;

import java.util.List;
import org.tailback.cost.MessageCost;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/**
 * Messages travel in packets that each carry a header: T(m) = latency + (m + header * packets) / bandwidth, with
 * packets = ceil(m / payload), at least one.
 *
 * @param latency seconds, >= 0
 * @param bandwidth bytes per second, > 0
 * @param payload bytes of a message in one packet, >= 1
 * @param header bytes of a packet's header, >= 0
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

    /** Makes the cost of its settings. */
    public static final class Provider implements MessageCostProvider {
        @Override
        public Description description() {
            return new Description(
                    "packets",
                    "messages in packets with headers",
                    "",
                    List.of(
                            new Parameter("latency", "0 s", "until the receiver has it, a time >= 0"),
                            new Parameter("bandwidth", "", "of a port, > 0"),
                            new Parameter("payload", "1460", "bytes of the message in a packet, >= 1"),
                            new Parameter("header", "78", "bytes beside them, >= 0")));
        }

        @Override
        public MessageCost create(Settings settings) {
            int payload = settings.integer("payload", 1460);
            if (payload < 1) {
                throw settings.problem("payload", "a packet must carry at least one byte, found " + payload, "");
            }
            return new Packets(
                    settings.seconds("latency", 0),
                    settings.bytesPerSecond("bandwidth"),
                    payload,
                    settings.integer("header", 78));
        }
    }
}
