package org.tailback.model.sharing.gigabit;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import org.tailback.model.sharing.ParameterDomain;
import org.tailback.model.sharing.host.HostLimited;
import org.tailback.model.topology.HostLimits;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link GigabitEthernet}. */
public final class GigabitEthernetProvider implements SharingModelProvider {
    static final String NAME = "gigabit-ethernet";

    @Override
    public Description description() {
        return HostLimits.addTo(new Description(
                NAME,
                "Gigabit Ethernet penalties: TCP through one switch, three fitted parameters",
                "Vienne, Martinasso, Vincent, Mehaut, IEEE Cluster 2008, section V.A",
                ImmutableList.of(
                        new Parameter("beta", "0.75", "penalty per message that shares a card, > 0 (beta)"),
                        new Parameter(
                                "outgoing-gamma",
                                "0.115",
                                "weight of strongly slow outgoing messages, 0 to 1 (gamma_o)"),
                        new Parameter(
                                "incoming-gamma",
                                "0.036",
                                "weight of strongly slow incoming messages, 0 to 1 (gamma_i)"))));
    }

    @Override
    public SharingModel create(Settings settings) {
        Range<Double> gamma = Range.closedOpen(0.0, 1.0);
        GigabitEthernet standard = GigabitEthernet.DEFAULT;
        return HostLimited.around(
                new GigabitEthernet(
                        ParameterDomain.number(settings, "beta", standard.beta(), Range.greaterThan(0.0)),
                        ParameterDomain.number(settings, "outgoing-gamma", standard.outgoingGamma(), gamma),
                        ParameterDomain.number(settings, "incoming-gamma", standard.incomingGamma(), gamma)),
                HostLimits.read(settings),
                1);
    }
}
