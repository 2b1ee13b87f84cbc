package org.tailback.model.sharing.headofline;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import java.util.List;
import java.util.stream.Stream;
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
    private static final String WINDOW = "window";
    private static final String UNBOUNDED = "unbounded";
    private static final String ADAPTIVE = "adaptive";
    /** Keys of topologies in which nodes may have several minimal routes between them. */
    private static final List<String> SEVERAL_ROUTES = List.of("fat-tree", "dragonfly-plus");

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
                                "speed-up",
                                "1",
                                "packets that an input of a switch hands over in the time of one on a link, 1 to 64"))
                        .add(new Parameter(
                                "isolated",
                                "false",
                                "true if congestion management isolates victims: rates are then those of max-min"))
                        .add(new Parameter(
                                "buffer",
                                String.valueOf(HeadOfLine.BUFFER),
                                "packets that a queue holds, 2 to 1024; below 4 messages are slower"))
                        .add(new Parameter(
                                "precision",
                                String.valueOf(HeadOfLine.PRECISION),
                                "relative standard error of rates at which a walk of packets ends, 0.0001 to 1"))
                        .add(new Parameter(
                                "effort",
                                String.valueOf(HeadOfLine.EFFORT),
                                "most visits to queues of the first walk, some 10 ns each, >= 1; later walks have"
                                        + " less"))
                        .add(new Parameter(
                                WINDOW, UNBOUNDED, "packets of a message that may be under way at once, >= 1"))
                        .add(new Parameter(
                                ADAPTIVE,
                                "false",
                                "true if each packet takes the minimal route with the shortest queue (fat-tree,"
                                        + " dragonfly-plus)"))
                        .build());
    }

    @Override
    public SharingModel create(Settings settings) {
        Range<Integer> few = Range.closed(1, HeadOfLine.MOST_LANES);
        boolean isolated = settings.flag("isolated", false);
        boolean isAdaptive = settings.flag(ADAPTIVE, false);
        boolean isBounded = !settings.text(WINDOW, UNBOUNDED).equals(UNBOUNDED);
        if (isolated) {
            rejectWithIsolation(settings, isAdaptive, isBounded);
        }
        String topology = settings.text("topology", "star");
        if (isAdaptive && !SEVERAL_ROUTES.contains(topology)) {
            throw settings.problem(
                    ADAPTIVE,
                    "'adaptive: true' has no meaning under topology " + topology + ", where a message has one route",
                    "It is for " + String.join(" and ", SEVERAL_ROUTES));
        }
        if (isAdaptive && settings.text("routing", "static").equals("adaptive")) {
            throw settings.problem(
                    ADAPTIVE,
                    "'adaptive: true' has no meaning with 'routing: adaptive', which makes one route of all",
                    "Remove 'routing'");
        }
        return new HeadOfLine(
                TopologySettings.read(settings),
                ParameterDomain.integer(settings, "lanes", 1, few),
                ParameterDomain.integer(settings, "speed-up", 1, few),
                isolated,
                ParameterDomain.integer(
                        settings,
                        "buffer",
                        HeadOfLine.BUFFER,
                        Range.closed(HeadOfLine.LEAST_PACKETS, HeadOfLine.MOST_PACKETS)),
                ParameterDomain.number(settings, "precision", HeadOfLine.PRECISION, Range.closed(1e-4, 1.0)),
                ParameterDomain.integer(settings, "effort", HeadOfLine.EFFORT, Range.atLeast(1)),
                isBounded ? ParameterDomain.integer(settings, WINDOW, 1, Range.atLeast(1)) : HeadOfLine.UNBOUNDED,
                isAdaptive);
    }

    private static void rejectWithIsolation(Settings settings, boolean isAdaptive, boolean isBounded) {
        Stream.of("lanes", "speed-up", "buffer", WINDOW, ADAPTIVE)
                .filter(settings::has)
                .filter(key -> !key.equals(WINDOW) || isBounded)
                .filter(key -> !key.equals(ADAPTIVE) || isAdaptive)
                .findFirst()
                .ifPresent(key -> {
                    throw settings.problem(
                            key,
                            "'" + key + "' has no meaning with 'isolated: true', where rates are those of max-min",
                            "Remove one of the two");
                });
    }
}
