package org.tailback.model.cost;

import org.tailback.cost.MessageCost;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.settings.Settings;

/**
 * Hockney's cost of two parameters: an uncontended message of m bytes takes {@code T(m) = alpha + beta m}. The start-up
 * time alpha is a latency, and beta m is the time on the network: this is {@link PlogP} with the gap beta m. Worked
 * example ({@code CostContractsTest}): with alpha = 10 us and 1.25 GB/s, 1 MB takes 10 + 800 us.
 *
 * <p><b>Do not use it</b> where the slope for small messages differs from the slope for large messages: {@code plogp}
 * uses a table, {@code loggp} uses ranges.
 *
 * <p>R. W. Hockney, The communication challenge for MPP: Intel Paragon and Meiko CS-2, Parallel Computing 20(3), 1994.
 */
public final class Hockney implements MessageCostProvider {
    private static final String NAME = "hockney";

    @Override
    public Description description() {
        return ParameterTable.of(
                        "latency | | alpha, a time >= 0\n" + BandwidthSetting.LINES + ProtocolRule.lines("transfer"))
                .describe(NAME, "time without contention: latency + m / bandwidth", "Hockney 1994");
    }

    @Override
    public MessageCost create(Settings settings) {
        GapFunction gap = GapFunction.perByte(BandwidthSetting.secondsPerByte(settings, "cost " + NAME));
        return new PlogP(NAME, settings.seconds("latency"), gap, ProtocolRule.of(settings, "transfer"));
    }
}
