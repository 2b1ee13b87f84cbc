package org.tailback.cli.measure;

import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.Words;
import org.tailback.fit.graphs.GraphCampaign;
import org.tailback.fit.measure.Hosts;
import org.tailback.fit.measure.Repetition;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.table.Json;
import org.tailback.trace.io.WholeFile;
import org.tailback.units.Quantity;

/** Command that measures the times of contention graphs, whose messages start together. */
final class MeasureGraphsCommand extends Command {
    private static final Repetition USUAL = new Repetition(3, 5, 2000, 0.02);

    private final Given<List<String>> graphs = arguments(String.class, "GRAPH");

    private final HostsOptions hosts = with(new HostsOptions());

    private final Given<String> size = option(String.class, "20MiB", "--size", "SIZE");

    private final Given<Integer> repetitions = option(Integer.class, USUAL.maximum(), "--repetitions", "N");

    private final Given<Double> width = option(Double.class, USUAL.width(), "--width", "SHARE");

    private final Given<@Nullable Path> output = path("--output", "FILE");

    @Override
    public void run() {
        double bytes = Quantity.parseAt("--size", size.value(), Quantity.Kind.BYTES);
        Require.that(bytes >= 1, "--size", "1 B or more", size.value());
        Require.that(repetitions.value() >= 1, "--repetitions", "1 or more", repetitions.value());
        Require.that(width.value() > 0, "--width", "more than 0", width.value());
        List<ContentionGraph> read = graphs.value().stream()
                .map(graph -> GraphLanguage.read(graph, bytes))
                .toList();
        try (Hosts network = hosts.open(common.seed())) {
            Repetition repetition = MeasureCommand.repetition(USUAL, repetitions.value(), width.value());
            GraphCampaign campaign = new GraphCampaign(network, hosts.hostOfNode(network), repetition);
            MeasuredGraphs measured = measure(campaign, read, bytes);
            if (output.value() != null) {
                WholeFile.write(output.value(), file -> {
                    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
                        Json.write(out, measured);
                    }
                });
            }
            output(measured::text, measured, measured::csv);
        }
    }

    private MeasuredGraphs measure(GraphCampaign campaign, List<ContentionGraph> read, double bytes) {
        ContentionGraph.Edge first = read.get(0).edges().get(0);
        ContentionGraph alone = new ContentionGraph(
                List.of(new ContentionGraph.Edge("alone", first.source(), first.destination(), bytes, 0)));
        double reference = measure(campaign, alone, "an uncontended message")
                .seconds()
                .get(0)
                .value();
        List<MeasuredGraphs.Graph> measured = new ArrayList<>();
        for (int i = 0; i < read.size(); i++) {
            String name = graphs.value().get(i);
            measured.add(MeasuredGraphs.Graph.of(name, read.get(i), measure(campaign, read.get(i), name)));
        }
        return new MeasuredGraphs(
                "measured by " + campaign.hosts().description() + ", " + MeasureCommand.now(),
                bytes,
                reference,
                measured);
    }

    private GraphCampaign.Times measure(GraphCampaign campaign, ContentionGraph graph, String name) {
        GraphCampaign.Times times = campaign.measure(graph);
        console.detail(name + ": " + times.repetitions() + " repetitions");
        double widest = 2 * times.largestRelativeHalfWidth();
        if (!campaign.hosts().areDeterministic() && !(widest <= width.value())) {
            common.warn(
                    List.of(name + ": the 95 % interval of a mean is "
                            + (Double.isFinite(widest) ? Words.percent(widest) + " wide" : "unknown") + " after "
                            + Words.count(times.repetitions(), "repetition") + ", not within "
                            + Words.percent(width.value()) + ". Raise --repetitions, or measure longer messages"),
                    console);
        }
        return times;
    }
}
