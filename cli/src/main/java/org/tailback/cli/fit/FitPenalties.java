package org.tailback.cli.fit;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.Csv;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.fit.penalties.PenaltyEstimation;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;

/** Command that determines penalties of shapes from measured graphs. */
final class FitPenalties extends FitKind {
    /**
     * Result of the estimation.
     *
     * @param graphs penalties of the messages of each graph
     * @param shapes penalties of each shape
     * @param warnings approximations, one sentence each
     */
    record Fitted(List<Graph> graphs, List<Shape> shapes, List<String> warnings) {
        Fitted(PenaltyEstimation.Result fitted) {
            this(
                    fitted.penalties().entrySet().stream()
                            .map(graph -> new Graph(graph.getKey(), texts(graph.getValue())))
                            .toList(),
                    fitted.library().shapes().stream()
                            .map(shape -> new Shape(shape.name(), shape.shape().inWords(), texts(shape.penalties())))
                            .toList(),
                    fitted.remarks());
        }

        private static List<String> texts(List<Double> penalties) {
            return penalties.stream().map(String::valueOf).toList();
        }
    }

    /**
     * A measured graph with its penalties.
     *
     * @param penalties penalties of the graph's messages, in their order
     */
    record Graph(String name, List<String> penalties) {}

    /**
     * A shape with its penalties.
     *
     * @param name name of the graph of the shape
     * @param graph messages of the shape
     * @param penalties penalties of the shape's pairs of nodes
     */
    record Shape(String name, String graph, List<String> penalties) {}

    private final Given<@Nullable String> model = text("--model", "NAME[:k=v,...]");

    private final Given<Double> endTolerance = option(Double.class, 0.02, "--end-tolerance", "SHARE");

    @Override
    void fit() {
        Require.that(
                endTolerance.value() >= 0 && endTolerance.value() < 1,
                "--end-tolerance",
                "0 to 1",
                endTolerance.value());
        String otherwise = model.value() == null ? "max-min" : model.value();
        PenaltyEstimation.Result fitted = PenaltyEstimation.estimate(
                MeasuredGraphsFile.read(file.value()).graphs(),
                Registry.load().model(ModelChoice.parse(otherwise, "--model " + otherwise)),
                endTolerance.value());
        output(
                fitted.fragment(file.value().toString(), date(), otherwise),
                new Fitted(fitted),
                out -> csv(fitted, out),
                List.of());
    }

    private static void csv(PenaltyEstimation.Result fitted, PrintWriter out) {
        Csv csv = Csv.with(out, "graph", "message", "penalty");
        fitted.penalties().forEach((name, penalties) -> {
            int message = 0;
            for (double penalty : penalties) {
                csv.row(name, ++message, penalty);
            }
        });
    }
}
