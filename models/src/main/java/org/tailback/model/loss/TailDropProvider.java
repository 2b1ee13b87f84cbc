package org.tailback.model.loss;

import org.tailback.loss.LossModel;
import org.tailback.model.loss.TailDrop.Order;
import org.tailback.model.loss.TailDrop.Policy;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.registry.Description;
import org.tailback.registry.LossModelProvider;
import org.tailback.settings.Labels;
import org.tailback.settings.Settings;

/** Provider of {@link TailDrop} from its parameters. All parameters have defaults. */
public final class TailDropProvider implements LossModelProvider {
    private static final String LINES = """
            timeout | 200 ms | T_RTO, a time > 0
            policy | same-destination | starts that count: %s
            order | rank | order in which simultaneous ends are examined: %s
            switch-tolerance | 0.002 | >= 0 | threshold of P_S, equation (5) | eps_S
            timing-tolerance | 36 us | eps_T, a time > 0 and below the latency""";
    private static final ParameterTable PARAMETERS = ParameterTable.of(
            LINES.formatted(String.join(", ", Labels.all(Policy.class)), String.join(", ", Labels.all(Order.class))));

    @Override
    public Description description() {
        return PARAMETERS.describe(
                TailDrop.NAME,
                "PlogPT: TCP retransmission timeouts when messages end while others start across a full switch buffer",
                "Nomura, Matsuba, Ishikawa 2007, section III.B.3, equations (5), (8), (9), (14)");
    }

    @Override
    public LossModel create(Settings settings) {
        Settings all = PARAMETERS.filled(settings);
        return new TailDrop(
                positive(all, "timeout"),
                all.choice("policy", Policy.class),
                all.choice("order", Order.class),
                PARAMETERS.number(settings, "switch-tolerance"),
                positive(all, "timing-tolerance"));
    }

    private static double positive(Settings settings, String key) {
        double seconds = settings.seconds(key);
        if (seconds == 0) {
            throw settings.problem(key, "'" + key + "' must be above 0", "");
        }
        return seconds;
    }
}
