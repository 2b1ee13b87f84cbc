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
 * @param about description and date of the measurement
 * @param bytes size of messages without an individual size
 * @param referenceTime uncontended time of such a message between the hosts of the first message, seconds
 * @param graphs graphs in the order in which they were given
 */
record MeasuredGraphs(String about, double bytes, double referenceTime, List<Graph> graphs) {
    void text(PrintWriter out) {
        out.print("an uncontended message of " + Readable.bytes((long) bytes) + " takes "
                + Readable.seconds(referenceTime)
                + "\n\n"
                + new TableColumns<Row>()
                        .add("graph", row -> row.graph().name())
                        .add("message", row -> row.edge().id())
                        .add(
                                "route",
                                row -> row.edge().source() + ">" + row.edge().destination())
                        .add(">time", row -> Readable.seconds(row.edge().mean()))
                        .add(">penalty", row -> Words.ratio(slowdown(row.edge())))
                        .add(">repetitions", row -> row.graph().repetitions())
                        .table(rows()));
    }

    void csv(Writer out) {
        new TableColumns<Row>()
                .add("graph", row -> row.graph().name())
                .addAll(TableColumns.of(Edge.class).without("low", "high"), Row::edge)
                .add("slowdown", row -> slowdown(row.edge()))
                .add("repetitions", row -> row.graph().repetitions())
                .csv(out, rows());
    }

    private List<Row> rows() {
        return graphs.stream()
                .flatMap(graph -> graph.edges().stream().map(edge -> new Row(graph, edge)))
                .toList();
    }

    private double slowdown(Edge edge) {
        return edge.mean() / (referenceTime * edge.bytes() / bytes);
    }

    /** A measured message in a table. */
    private record Row(Graph graph, Edge edge) {}

    /**
     * A measured graph.
     *
     * @param name name as given
     * @param repetitions number of measurements
     * @param edges messages of the graph
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
     * @param id name of the message
     * @param source sending host
     * @param destination receiving host
     * @param bytes size of the message
     * @param mean mean of the times, seconds
     * @param low lower end of the 95 % interval of the mean; absent for a single repetition
     * @param high upper end of this interval
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
