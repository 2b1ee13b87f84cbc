package org.tailback.cli.evaluate;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.stream.Collectors;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.fit.evaluation.ErrorHistogram;
import org.tailback.fit.evaluation.Evaluation;
import org.tailback.units.Readable;

/** Evaluations in each form. */
final class EvaluateOutput {
    /**
     * Evaluations.
     *
     * @param evaluations one for each model
     */
    record Models(List<Evaluation> evaluations) {}

    private record Row(String model, String graph, Evaluation.MessageError message) {
        static List<Row> of(Evaluation evaluation) {
            return evaluation.graphs().stream()
                    .flatMap(graph -> graph.messages().stream()
                            .map(message -> new Row(evaluation.model(), graph.name(), message)))
                    .toList();
        }
    }

    private EvaluateOutput() {}

    static void text(List<Evaluation> evaluations, PrintWriter out) {
        for (Evaluation evaluation : evaluations) {
            out.print(evaluation.model() + ": mean error " + Words.percent(evaluation.meanGraphError()) + " per graph, "
                    + Words.percent(evaluation.meanMessageError()) + " per message; "
                    + Words.percent(evaluation.shareWithin10Percent()) + " of the messages within 10 %\n\n");
            out.print(new TableColumns<Row>()
                    .add("graph", Row::graph)
                    .add("message", row -> row.message().id())
                    .add(
                            "route",
                            row -> row.message().source() + ">" + row.message().destination())
                    .add(">measured", row -> Readable.seconds(row.message().measured()))
                    .add(">predicted", row -> Readable.seconds(row.message().predicted()))
                    .add(">error", row -> Words.percent(row.message().relativeError()))
                    .table(Row.of(evaluation)));
            out.print("\n"
                    + new TableColumns<Evaluation.GraphError>()
                            .add("graph", Evaluation.GraphError::name)
                            .add(">mean error", graph -> Words.percent(graph.meanAbsoluteError()))
                            .add("task errors", EvaluateOutput::tasks)
                            .table(evaluation.graphs())
                    + "\n");
            histogram(evaluation.histogram(), out);
        }
    }

    private static String tasks(Evaluation.GraphError graph) {
        return graph.taskErrors().entrySet().stream()
                .map(task -> task.getKey() + ": " + Words.percent(task.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static void histogram(List<ErrorHistogram.Bin> bins, PrintWriter out) {
        int errors = bins.stream().mapToInt(ErrorHistogram.Bin::count).sum();
        out.print(new TableColumns<ErrorHistogram.Bin>()
                .add(">error from", bin -> Words.percent(bin.from()))
                .add(">to", bin -> Words.percent(bin.to()))
                .add(">messages", ErrorHistogram.Bin::count)
                .add("", bin -> "#".repeat((int) Math.round(40.0 * bin.count() / Math.max(1, errors))))
                .table(bins));
    }

    static void csv(List<Evaluation> evaluations, Writer out) {
        new TableColumns<Row>()
                .add("model", Row::model)
                .add("graph", Row::graph)
                .addAll(TableColumns.of(Evaluation.MessageError.class), Row::message)
                .csv(
                        out,
                        evaluations.stream()
                                .flatMap(each -> Row.of(each).stream())
                                .toList());
    }
}
