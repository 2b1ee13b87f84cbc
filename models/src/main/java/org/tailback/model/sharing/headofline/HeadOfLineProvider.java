package org.tailback.model.sharing.headofline;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Range;
import org.tailback.model.sharing.ParameterDomain;
import org.tailback.model.topology.TopologySettings;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link HeadOfLine}. */
public final class HeadOfLineProvider implements SharingModelProvider {
    static final String NAME = "head-of-line";

    /** Parameters of earlier versions, and what to use instead. */
    private static final ImmutableMap<String, String> RETIRED = ImmutableMap.of(
            "isolated", "'isolated: true' was 'model: max-min': use that",
            "adaptive", "'routing: adaptive' of the topology spreads messages over all minimal routes",
            "window", "Remove it: windows of packets are not modelled any more",
            "speed-up", "Remove it: the speed-up of switches is not modelled any more");

    @Override
    public Description description() {
        return new Description(
                NAME,
                "Packets in queues with credits, the first of which lets all behind it wait, on any topology",
                "Tailback's own (docs/models/head-of-line.md)",
                ImmutableList.<Parameter>builder()
                        .addAll(TopologySettings.parameters())
                        .add(new Parameter("lanes", "1", "queues per link, chosen by destination, 1 to 64"))
                        .add(new Parameter(
                                "buffer",
                                String.valueOf(HeadOfLine.BUFFER),
                                "packets that a queue holds, 2 to 1024; below 4 messages are slower"))
                        .add(new Parameter(
                                "precision",
                                String.valueOf(HeadOfLine.PRECISION),
                                "relative standard error of rates at which packet-level sampling ends, 0.0001 to 1"))
                        .add(new Parameter(
                                "effort",
                                String.valueOf(HeadOfLine.EFFORT),
                                "most visits to queues of a sampling, some 10 ns each, >= 1"))
                        .build(),
                RETIRED);
    }

    @Override
    public SharingModel create(Settings settings) {
        return new HeadOfLine(
                TopologySettings.read(settings),
                ParameterDomain.integer(settings, "lanes", 1, Range.closed(1, HeadOfLine.MOST_LANES)),
                ParameterDomain.integer(
                        settings,
                        "buffer",
                        HeadOfLine.BUFFER,
                        Range.closed(HeadOfLine.LEAST_PACKETS, HeadOfLine.MOST_PACKETS)),
                ParameterDomain.number(settings, "precision", HeadOfLine.PRECISION, Range.closed(1e-4, 1.0)),
                ParameterDomain.integer(settings, "effort", HeadOfLine.EFFORT, Range.atLeast(1)));
    }

    @Override
    public boolean knowsGpus() {
        return true;
    }
}
