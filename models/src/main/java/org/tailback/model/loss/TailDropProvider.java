package org.tailback.model.loss;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tailback.loss.LossModel;
import org.tailback.registry.Description;
import org.tailback.registry.LossModelProvider;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/** Makes {@link TailDrop} from its parameters; all have defaults. */
public final class TailDropProvider implements LossModelProvider {
    private static final List<String> POLICIES =
            Arrays.stream(TailDrop.Policy.values()).map(TailDrop.Policy::label).toList();
    private static final List<String> ORDERS =
            Arrays.stream(TailDrop.Order.values()).map(TailDrop.Order::label).toList();

    @Override
    public Description description() {
        return new Description(
                TailDrop.NAME,
                "PlogPT: TCP retransmission timeouts when messages end while others start across a full switch buffer",
                "Nomura, Matsuba, Ishikawa 2007, section III.B.3, equations (5), (8), (9), (14)",
                List.of(
                        new Parameter("timeout", "200 ms", "T_RTO, a time > 0"),
                        new Parameter(
                                "policy", "same-destination", "whose starts count: " + String.join(", ", POLICIES)),
                        new Parameter(
                                "order",
                                "rank",
                                "which of simultaneous ends is examined first: " + String.join(", ", ORDERS)),
                        new Parameter("switch-tolerance", "0.002", "eps_S, a number >= 0"),
                        new Parameter("timing-tolerance", "36 us", "eps_T, a time > 0 and below the latency")),
                Map.of("burst-round-trip", "Remove it: stalls of today's TCP are not predicted any more"));
    }

    @Override
    public LossModel create(Settings settings) {
        double timeout = positive(settings, "timeout", 0.2);
        double timing = positive(settings, "timing-tolerance", 36e-6);
        double tolerance = settings.number("switch-tolerance", 0.002);
        if (tolerance < 0) {
            throw settings.problem("switch-tolerance", "'switch-tolerance' must be at least 0, found " + tolerance, "");
        }
        String policy = settings.choice("policy", POLICIES, TailDrop.Policy.SAME_DESTINATION.label());
        String order = settings.choice("order", ORDERS, TailDrop.Order.RANK.label());
        return new TailDrop(
                timeout,
                TailDrop.Policy.valueOf(policy.toUpperCase(Locale.ROOT).replace('-', '_')),
                TailDrop.Order.valueOf(order.toUpperCase(Locale.ROOT)),
                tolerance,
                timing);
    }

    private static double positive(Settings settings, String key, double defaultValue) {
        double seconds = settings.seconds(key, defaultValue);
        if (seconds == 0) {
            throw settings.problem(key, "'" + key + "' must be above 0", "");
        }
        return seconds;
    }
}
