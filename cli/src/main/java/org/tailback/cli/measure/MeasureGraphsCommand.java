package org.tailback.cli.measure;

import java.io.IOException;
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
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.fit.graphs.GraphCampaign;
import org.tailback.fit.measure.Hosts;
import org.tailback.fit.measure.Repetition;
import org.tailback.fit.statistics.Estimate;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.table.Json;
import org.tailback.table.ResultFile;
import org.tailback.units.Quantity;
import org.tailback.units.Readable;
import picocli.CommandLine;

/** Times of contention graphs: all messages of one start together. */
@CommandLine.Command(
        name = "graphs",
        description = "Measures contention graphs between hosts: a barrier, then all messages of a graph at once.",
        footer = {
            "",
            "GRAPH is a graph on one line or a file, as of 'tailback graph', such as \"0>1 0>2 4>3\"; its nodes",
            "are numbers of --hosts from 0, their names, or nodes of the platform. A graph is repeated until",
            "the 95 % interval of the mean of each message is as narrow as --width of it.",
            "The file is read by evaluate, fit gige, fit penalties and fit model."
        })
final class MeasureGraphsCommand extends Command {
    private static final Repetition USUAL = new Repetition(3, 5, 2000, 0.02);

    private final Given<List<String>> graphs = arguments(String.class, "GRAPH", "graphs, or files of one each");

    private final HostsOptions hosts = with(new HostsOptions());

    private final Given<String> size =
            option(String.class, "20MiB", "--size", "SIZE", "size of messages without one (default: 20MiB)");

    private final Given<Integer> repetitions =
            option(Integer.class, USUAL.maximum(), "--repetitions", "N", "most repetitions of a graph (default: 2000)");

    private final Given<Double> width = option(
            Double.class, USUAL.width(), "--width", "SHARE", "width of the intervals that is enough (default: 0.02)");

    private final Given<@Nullable Path> output = path("--output", "FILE", "file of measured graphs that is written");

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
            GraphCampaign campaign = new GraphCampaign(
                    network,
                    hosts.hostOfNode(network),
                    new Repetition(
                            USUAL.warmUp(),
                            Math.min(USUAL.minimum(), repetitions.value()),
                            repetitions.value(),
                            width.value()));
            ContentionGraph.Edge first = read.get(0).edges().get(0);
            ContentionGraph alone = new ContentionGraph(
                    List.of(new ContentionGraph.Edge("alone", first.source(), first.destination(), bytes, 0)));
            double reference = campaign.measure(alone).seconds().get(0).value();
            List<Measured> measured = new ArrayList<>();
            for (int i = 0; i < read.size(); i++) {
                measured.add(Measured.of(graphs.value().get(i), read.get(i), campaign.measure(read.get(i))));
                console.detail(graphs.value().get(i) + ": " + measured.get(i).repetitions() + " repetitions");
            }
            Data data = new Data(
                    "measured by " + network.description() + ", " + MeasureCommand.now(), bytes, reference, measured);
            if (output.value() != null) {
                ResultFile.write(output.value(), file -> write(file, data));
            }
            List<Row> rows = data.rows();
            output(
                    out -> out.print("a message of " + Readable.bytes((long) bytes) + " alone takes "
                            + Readable.seconds(reference) + "\n\n"
                            + new TableColumns<Row>()
                                    .add("graph", Row::graph)
                                    .add("message", row -> row.message().id())
                                    .add(
                                            "route",
                                            row -> row.message().source() + ">"
                                                    + row.message().destination())
                                    .add(
                                            ">time",
                                            row -> Readable.seconds(
                                                    row.message().mean()))
                                    .add(
                                            ">penalty",
                                            row -> Words.ratio(row.message().slowdown()))
                                    .add(">repetitions", Row::repetitions)
                                    .table(rows)),
                    data,
                    out -> new TableColumns<Row>()
                            .add("graph", Row::graph)
                            .addAll(TableColumns.of(Message.class), Row::message)
                            .add("repetitions", Row::repetitions)
                            .csv(out, rows));
        }
    }

    private static void write(Path file, Data data) throws IOException {
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            Json.write(out, data);
        }
    }

    private record Row(String graph, Message message, int repetitions) {}

    /**
     * The result, and the file of measured graphs.
     *
     * @param about how and when it was measured
     * @param bytes size of messages without one
     * @param referenceTime how long such a message takes alone, between the hosts of the first message, seconds
     * @param graphs in their order
     */
    record Data(String about, double bytes, double referenceTime, List<Measured> graphs) {
        private List<Row> rows() {
            return graphs.stream()
                    .flatMap(graph -> graph.edges().stream()
                            .map(edge -> new Row(
                                    graph.name(),
                                    new Message(
                                            edge.id(),
                                            edge.source(),
                                            edge.destination(),
                                            edge.bytes(),
                                            edge.mean(),
                                            edge.mean() / (referenceTime * edge.bytes() / bytes)),
                                    graph.repetitions())))
                    .toList();
        }
    }

    /** A message in a table: seconds, and times that it takes alone. */
    private record Message(String id, String source, String destination, double bytes, double mean, double slowdown) {}

    /**
     * A measured graph.
     *
     * @param name as it was given
     * @param repetitions how often it was measured
     * @param edges its messages
     */
    record Measured(String name, int repetitions, List<Edge> edges) {
        static Measured of(String name, ContentionGraph graph, GraphCampaign.Times times) {
            List<Edge> edges = new ArrayList<>();
            for (int i = 0; i < graph.edges().size(); i++) {
                ContentionGraph.Edge edge = graph.edges().get(i);
                Estimate mean = times.seconds().get(i);
                edges.add(new Edge(
                        edge.id(),
                        edge.source(),
                        edge.destination(),
                        edge.bytes(),
                        mean.value(),
                        Double.isFinite(mean.low()) ? mean.low() : null,
                        Double.isFinite(mean.high()) ? mean.high() : null));
            }
            return new Measured(name, times.repetitions(), edges);
        }
    }

    /**
     * A measured message.
     *
     * @param id its name
     * @param source host that sends
     * @param destination host that receives
     * @param bytes its size
     * @param mean of the times, seconds
     * @param low lower end of the 95 % interval of the mean; absent where there is one repetition
     * @param high upper end
     */
    record Edge(
            String id,
            String source,
            String destination,
            double bytes,
            double mean,
            @Nullable Double low,
            @Nullable Double high) {}
}
