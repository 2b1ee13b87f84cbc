package org.tailback.study.derivative;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.tailback.cost.MessageCost;
import org.tailback.platform.Platform;

/**
 * A platform, and the same with each number a little larger and a little smaller. Slopes are central differences per
 * relative change of the number: their error is of the order of {@link #STEP} squared, and rounding over it.
 */
final class Variation {
    /** Relative change of a number. */
    static final double STEP = 1e-6;

    /** A part of the cost of a message. */
    enum Part {
        GAP(MessageCost::gap),
        WIRE_BYTES(MessageCost::wireBytes),
        LATENCY(MessageCost::latency),
        SEND_OVERHEAD(MessageCost::sendOverhead),
        RECEIVE_OVERHEAD(MessageCost::receiveOverhead),
        HANDSHAKE(MessageCost::handshake),
        INTERFACE_GAP(MessageCost::interfaceGap);

        private final Size size;

        Part(Size size) {
            this.size = size;
        }
    }

    @FunctionalInterface
    private interface Size {
        double of(MessageCost cost, long bytes);
    }

    final Platform platform;
    final int numbers;
    final Platform[] larger;
    final Platform[] smaller;
    /** Slopes by size of every part, in the order of parts. */
    private final List<Map<Long, double[]>> parts = new ArrayList<>();

    Variation(Platform platform, List<PlatformNumber> list) {
        this.platform = platform;
        numbers = list.size();
        larger = list.stream().map(number -> number.times(1 + STEP)).toArray(Platform[]::new);
        smaller = list.stream().map(number -> number.times(1 - STEP)).toArray(Platform[]::new);
        for (int i = 0; i < Part.values().length; i++) {
            parts.add(new HashMap<>());
        }
    }

    /** The slopes of something. */
    double[] slopes(ToDoubleFunction<Platform> value) {
        double[] slopes = new double[numbers];
        for (int i = 0; i < numbers; i++) {
            slopes[i] = difference(value.applyAsDouble(larger[i]), value.applyAsDouble(smaller[i]));
        }
        return slopes;
    }

    /** The slopes of a part of the cost of messages of a size. O(1) expected for sizes that occurred before. */
    double[] slopes(Part part, long bytes) {
        return parts.get(part.ordinal()).computeIfAbsent(bytes, size -> slopes(any -> part.size.of(any.cost(), size)));
    }

    static double difference(double above, double below) {
        return above == below ? 0 : (above - below) / (2 * STEP);
    }
}
