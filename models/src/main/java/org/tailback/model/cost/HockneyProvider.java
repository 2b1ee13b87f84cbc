package org.tailback.model.cost;

import com.google.common.collect.ImmutableList;
import org.tailback.cost.MessageCost;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/** Makes {@link Hockney} from {@code latency} and {@code bandwidth}. */
public final class HockneyProvider implements MessageCostProvider {
    @Override
    public Description description() {
        return new Description(
                Hockney.NAME,
                "latency and bandwidth: alone latency + m / bandwidth",
                "Hockney 1994",
                ImmutableList.<Parameter>builder()
                        .add(new Parameter("latency", "", "alpha, a time >= 0"))
                        .addAll(OwnPace.parameters())
                        .addAll(ProtocolRule.parameters("transfer"))
                        .build());
    }

    @Override
    public MessageCost create(Settings settings) {
        return new Hockney(
                settings.seconds("latency"),
                OwnPace.secondsPerByte(settings, "cost " + Hockney.NAME),
                ProtocolRule.of(settings, "transfer"));
    }
}
