package org.tailback.model.cost;

import com.google.common.collect.ImmutableList;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/** Makes {@link SmpiCost}. */
public final class SmpiCostProvider implements MessageCostProvider {
    @Override
    public Description description() {
        return new Description(
                SmpiCost.NAME,
                "SimGrid's SMPI: factors of bandwidth and latency by size, detached sends; use with the network smpi",
                "Degomme et al. 2017; SimGrid 3.32",
                ImmutableList.<Parameter>builder()
                        .add(new Parameter(
                                OwnPace.BANDWIDTH,
                                "no limit",
                                "most that one message gets by itself, > 0, before factors; links limit it anyway"))
                        .add(new Parameter(OwnPace.GAP_PER_BYTE, "", "instead of bandwidth: its inverse, a time >= 0"))
                        .add(new Parameter(
                                "latency",
                                "",
                                "of the route between two nodes, under networks that know none, a time >= 0"))
                        .add(new Parameter(
                                "bandwidth-factors",
                                SmpiCost.DEFAULT_BANDWIDTH_FACTORS,
                                "smpi/bw-factor: bound in bytes that the flow exceeds, and factor > 0"))
                        .add(new Parameter(
                                "latency-factors", SmpiCost.DEFAULT_LATENCY_FACTORS, "smpi/lat-factor: the same"))
                        .add(new Parameter("envelope", "16 B", "what a flow has beside the message, a size"))
                        .add(new Parameter(
                                "detached-below",
                                "65536 B",
                                "smpi/send-is-detached-thresh: size from which on the sender waits for the end"))
                        .build());
    }

    @Override
    public MessageCost create(Settings settings) {
        return new SmpiCost(
                bandwidth(settings),
                settings.seconds("latency"),
                factors(settings, "bandwidth-factors", SmpiCost.DEFAULT_BANDWIDTH_FACTORS),
                factors(settings, "latency-factors", SmpiCost.DEFAULT_LATENCY_FACTORS),
                bytes(settings, "envelope", SmpiCost.DEFAULT_ENVELOPE_BYTES),
                bytes(settings, "detached-below", SmpiCost.DEFAULT_DETACHED_BELOW));
    }

    private static double bandwidth(Settings settings) {
        if (!OwnPace.isIn(settings)) {
            return Double.POSITIVE_INFINITY;
        }
        double secondsPerByte = OwnPace.secondsPerByte(settings, "cost " + SmpiCost.NAME);
        return settings.has(OwnPace.BANDWIDTH) ? settings.bytesPerSecond(OwnPace.BANDWIDTH) : 1 / secondsPerByte;
    }

    private static SizeFactors factors(Settings settings, String key, String defaultText) {
        try {
            return SizeFactors.parse(settings.text(key, defaultText));
        } catch (InputException e) {
            throw settings.problem(key, "'" + key + "': " + e.getMessage(), "");
        }
    }

    private static long bytes(Settings settings, String key, long defaultValue) {
        return settings.has(key) ? (long) settings.bytes(key) : defaultValue;
    }
}
