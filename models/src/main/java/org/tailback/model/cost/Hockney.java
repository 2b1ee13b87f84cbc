package org.tailback.model.cost;

import com.google.common.collect.ImmutableList;
import org.tailback.cost.MessageCost;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;
import org.tailback.units.Domain;

/**
 * Hockney's two parameters: a message of m bytes takes {@code T(m) = alpha + beta m} alone. The start-up time alpha is
 * felt as latency, beta m occupies the network. Worked example ({@code CostContractsTest}): alpha = 10 us at 1.25 GB/s,
 * 1 MB takes 10 + 800 us.
 *
 * <p><b>Do not use it</b> where small messages have another slope than large ones: {@code plogp} takes a table, {@code
 * loggp} ranges.
 *
 * <p>R. W. Hockney, The communication challenge for MPP: Intel Paragon and Meiko CS-2, Parallel Computing 20(3), 1994.
 *
 * @param startup alpha in seconds, finite, >= 0
 * @param secondsPerByte beta, finite, >= 0
 * @param rule eager limit and the meaning of eager
 */
public record Hockney(double startup, double secondsPerByte, ProtocolRule rule) implements ProtocolRule.Ruled {
    public static final String NAME = "hockney";

    public Hockney {
        Domain.requireNotNegative(startup, "start-up");
        Domain.requireNotNegative(secondsPerByte, "time per byte");
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double gap(long bytes) {
        return bytes * secondsPerByte;
    }

    @Override
    public double latency(long bytes) {
        return startup;
    }

    /** Makes {@link Hockney} from {@code latency} and {@code bandwidth}. */
    public static final class Provider implements MessageCostProvider {
        @Override
        public Description description() {
            return new Description(
                    Hockney.NAME,
                    "latency and bandwidth: alone latency + m / bandwidth",
                    "Hockney 1994",
                    ImmutableList.<Parameter>builder()
                            .add(new Parameter("latency", "", "alpha, a time >= 0"))
                            .addAll(BandwidthSetting.parameters())
                            .addAll(ProtocolRule.parameters("transfer"))
                            .build());
        }

        @Override
        public MessageCost create(Settings settings) {
            return new Hockney(
                    settings.seconds("latency"),
                    BandwidthSetting.secondsPerByte(settings, "cost " + Hockney.NAME),
                    ProtocolRule.of(settings, "transfer"));
        }
    }
}
