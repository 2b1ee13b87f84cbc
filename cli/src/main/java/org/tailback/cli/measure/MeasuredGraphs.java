package org.tailback.cli.measure;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.fit.graphs.GraphCampaign;
import org.tailback.fit.statistics.Estimate;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.units.Readable;

/**
 * Measured contention graphs: the result of {@code measure graphs}, and the file that it writes.
 *
 * @param about how and when it was measured
 * @param bytes size of messages without one
 * @param referenceTime uncontended time of such a message between the hosts of the first message, seconds
 * @param graphs in their order
 */
record MeasuredGraphs(String about, double bytes, double referenceTime, List<Graph> graphs) {
    void text(PrintWriter out) {
        out.print("a message of " + Readable.bytes((long) bytes) + " alone takes " + Readable.seconds(referenceTime)
                + "\n\n"
                + new TableColumns<Row>()
                        .add("graph", Row::graph)
                        .add("message", row -> row.message().id())
                        .add(
                                "route",
                                row -> row.message().source() + ">"
                                        + row.message().destination())
                        .add(">time", row -> Readable.seconds(row.message().mean()))
                        .add(">penalty", row -> Words.ratio(row.message().slowdown()))
                        .add(">repetitions", Row::repetitions)
                        .table(rows()));
    }

    void csv(Writer out) {
        new TableColumns<Row>()
                .add("graph", Row::graph)
                .addAll(TableColumns.of(Message.class), Row::message)
                .add("repetitions", Row::repetitions)
                .csv(out, rows());
    }

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

    /** A measured message in a table. */
    private record Row(String graph, Message message, int repetitions) {}

    /** A measured message: its mean in seconds, and as a multiple of the uncontended time. */
    private record Message(String id, String source, String destination, double bytes, double mean, double slowdown) {}

    /**
     * A measured graph.
     *
     * @param name as it was given
     * @param repetitions number of measurements
     * @param edges its messages
     */
    record Graph(String name, int repetitions, List<Edge> edges) {
        static Graph of(String name, ContentionGraph graph, GraphCampaign.Times times) {
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
            return new Graph(name, times.repetitions(), edges);
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
