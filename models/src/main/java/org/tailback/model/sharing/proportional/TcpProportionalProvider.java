package org.tailback.model.sharing.proportional;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import java.util.Arrays;
import java.util.List;
import org.tailback.model.sharing.ParameterDomain;
import org.tailback.model.sharing.host.HostLimited;
import org.tailback.model.topology.HostLimits;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link TcpProportional}. */
public final class TcpProportionalProvider implements SharingModelProvider {
    static final String NAME = "tcp-proportional";

    private static final List<String> REGIMES =
            Arrays.stream(Regime.values()).map(Regime::label).toList();

    @Override
    public Description description() {
        TcpProportional standard = TcpProportional.DEFAULT;
        return HostLimits.addTo(
                new Description(
                        NAME,
                        "TCP through one switch that drops: proportional fairness, acknowledgements, slowed receivers",
                        "Tailback's own (docs/models/tcp-proportional.md)",
                        ImmutableList.of(
                                new Parameter(
                                        "regime",
                                        Regime.LONG_QUEUE.label(),
                                        "what a host's queue does to acknowledgements, the defaults of the other parameters: "
                                                + String.join(", ", REGIMES)),
                                new Parameter(
                                        "acknowledgement-share",
                                        String.valueOf(standard.acknowledgementShare()),
                                        "what acknowledgements take of the opposite direction, 0 to 0.5 (a)"),
                                new Parameter(
                                        "unevenness",
                                        String.valueOf(standard.unevenness()),
                                        "how much earlier than evenly messages that share a port end on average, 0 to 0.5 (u)"),
                                new Parameter(
                                        "receiver-delay",
                                        String.valueOf(standard.receiverDelay()),
                                        "what a receiver of several nodes loses that is sent more than it can receive and sends two messages or more, >= 0 (r)"),
                                new Parameter(
                                        "contended-weight",
                                        String.valueOf(standard.contendedWeight()),
                                        "weight of messages that share their receiver with those of other nodes, 0.05 to 1 (w)"))));
    }

    @Override
    public SharingModel create(Settings settings) {
        String regime = settings.choice("regime", REGIMES, Regime.LONG_QUEUE.label());
        TcpProportional standard = Regime.values()[REGIMES.indexOf(regime)].model();
        Range<Double> share = Range.closed(0.0, 0.5);
        return HostLimited.around(
                new TcpProportional(
                        ParameterDomain.number(
                                settings, "acknowledgement-share", standard.acknowledgementShare(), share),
                        ParameterDomain.number(settings, "unevenness", standard.unevenness(), share),
                        ParameterDomain.number(
                                settings, "receiver-delay", standard.receiverDelay(), Range.atLeast(0.0)),
                        ParameterDomain.number(
                                settings, "contended-weight", standard.contendedWeight(), Range.closed(0.05, 1.0))),
                HostLimits.read(settings),
                1);
    }
}
