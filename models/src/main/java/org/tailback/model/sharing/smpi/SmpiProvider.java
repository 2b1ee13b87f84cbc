package org.tailback.model.sharing.smpi;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import org.tailback.model.sharing.ParameterDomain;
import org.tailback.model.topology.TopologySettings;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link Smpi}. */
public final class SmpiProvider implements SharingModelProvider {
    static final String NAME = "smpi";
    private static final String LINK_LATENCY = "link-latency";

    @Override
    public Description description() {
        return new Description(
                NAME,
                "SimGrid's SMPI network: max-min with round-trip weights and cross traffic; use with the cost smpi",
                "Velho, Schnorr, Casanova, Legrand 2013; SimGrid 3.32",
                ImmutableList.<Parameter>builder()
                        .addAll(TopologySettings.parametersWithoutGpus())
                        .add(
                                new Parameter(
                                        LINK_LATENCY,
                                        "",
                                        "of a node's link, a time >= 0; needed, as are bandwidths, unless all 'links' have their own"))
                        .add(new Parameter(
                                "inner-link-latency", "as link-latency", "of a link between switches, a time >= 0"))
                        .add(new Parameter("weight-s", "8775", "S, bytes: weight = latency + sum of S / bandwidth"))
                        .add(new Parameter(
                                "tcp-gamma", "4194304", "largest window, bytes: rate <= gamma / (2 latency); 0: none"))
                        .add(new Parameter(
                                "cross-traffic",
                                "0.05",
                                "part of its rate that a message takes in the opposite direction, 0 to 1"))
                        .build());
    }

    @Override
    public SharingModel create(Settings settings) {
        boolean given = TopologySettings.hasLatencies(settings);
        if (given && settings.has(LINK_LATENCY)) {
            throw settings.problem(
                    LINK_LATENCY, "each of the 'links' has its own 'latency'", "Remove one or the other");
        }
        double latency = given ? 0 : settings.seconds(LINK_LATENCY);
        return new Smpi(
                TopologySettings.read(settings),
                TopologySettings.nodeBandwidth(settings),
                latency,
                settings.seconds("inner-link-latency", latency),
                ParameterDomain.number(settings, "weight-s", Smpi.DEFAULT_WEIGHT_BYTES, Range.atLeast(0.0)),
                ParameterDomain.number(settings, "tcp-gamma", Smpi.DEFAULT_WINDOW_BYTES, Range.atLeast(0.0)),
                ParameterDomain.number(settings, "cross-traffic", Smpi.DEFAULT_CROSS_TRAFFIC, Range.closed(0.0, 1.0)));
    }
}
