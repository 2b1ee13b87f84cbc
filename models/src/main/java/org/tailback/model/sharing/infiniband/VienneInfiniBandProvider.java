package org.tailback.model.sharing.infiniband;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import org.tailback.model.sharing.ParameterDomain;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link VienneInfiniBand}. */
public final class VienneInfiniBandProvider implements SharingModelProvider {
    static final String NAME = "infiniband-vienne";

    @Override
    public Description description() {
        return new Description(
                NAME,
                "InfiniBand penalties with fitted weights for senders and receivers, as SimGrid ships them",
                "Vienne, PhD thesis, Grenoble 2010",
                ImmutableList.of(
                        new Parameter("incoming-beta", "0.965", "weight of a sender at the destination, > 0 (beta_e)"),
                        new Parameter("outgoing-beta", "0.925", "weight of a message at the source, > 0 (beta_s)"),
                        new Parameter(
                                "gamma", "1.35", "factor when a destination of the source receives 3 or more, > 0")));
    }

    @Override
    public SharingModel create(Settings settings) {
        Range<Double> positive = Range.greaterThan(0.0);
        VienneInfiniBand standard = VienneInfiniBand.DEFAULT;
        return new VienneInfiniBand(
                ParameterDomain.number(settings, "incoming-beta", standard.incomingBeta(), positive),
                ParameterDomain.number(settings, "outgoing-beta", standard.outgoingBeta(), positive),
                ParameterDomain.number(settings, "gamma", standard.gamma(), positive));
    }
}
