package org.tailback.model.loss;

import com.google.common.collect.Range;
import org.tailback.loss.LossModel;
import org.tailback.model.loss.TailDrop.Order;
import org.tailback.model.loss.TailDrop.Policy;
import org.tailback.model.sharing.NumberParameter;
import org.tailback.registry.Description;
import org.tailback.registry.LossModelProvider;
import org.tailback.settings.Labels;
import org.tailback.settings.Settings;

/** Makes {@link TailDrop} from its parameters, which all have defaults. */
public final class TailDropProvider implements LossModelProvider {
    private static final NumberParameter SWITCH_TOLERANCE = new NumberParameter(
            "switch-tolerance", 0.002, Range.atLeast(0.0), "threshold of P_S, equation (5)", "eps_S");

    @Override
    public Description description() {
        return new Description(
                TailDrop.NAME,
                "PlogPT: TCP retransmission timeouts when messages end while others start across a full switch buffer",
                "Nomura, Matsuba, Ishikawa 2007, section III.B.3, equations (5), (8), (9), (14)",
                NumberParameter.table(
                        """
                        timeout | 200 ms | T_RTO, a time > 0
                        policy | same-destination | whose starts count: %s
                        order | rank | which of simultaneous ends is examined first: %s
                        switch-tolerance
                        timing-tolerance | 36 us | eps_T, a time > 0 and below the latency""".formatted(
                                        String.join(", ", Labels.all(Policy.class)),
                                        String.join(", ", Labels.all(Order.class))),
                        SWITCH_TOLERANCE));
    }

    @Override
    public LossModel create(Settings settings) {
        return new TailDrop(
                positive(settings, "timeout", 0.2),
                settings.has("policy") ? settings.choice("policy", Policy.class) : Policy.SAME_DESTINATION,
                settings.has("order") ? settings.choice("order", Order.class) : Order.RANK,
                SWITCH_TOLERANCE.read(settings),
                positive(settings, "timing-tolerance", 36e-6));
    }

    private static double positive(Settings settings, String key, double defaultValue) {
        double seconds = settings.seconds(key, defaultValue);
        if (seconds == 0) {
            throw settings.problem(key, "'" + key + "' must be above 0", "");
        }
        return seconds;
    }
}
