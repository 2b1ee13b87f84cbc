package org.tailback.cli.evaluate;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.stream.Collectors;
import org.tailback.cli.render.Columns;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Words;
import org.tailback.fit.evaluation.ErrorHistogram;
import org.tailback.fit.evaluation.Evaluation;
import org.tailback.fit.evaluation.RandomPatterns;
import org.tailback.table.Json;
import org.tailback.units.Readable;

/** Evaluations in each form. */
final class EvaluateOutput {
    /** Width of the bins of histograms. */
    static final double BIN = 0.05;

    private static final double CLOSE = 0.10;

    private static final Columns<Evaluation.MessageError> MESSAGE = new Columns<Evaluation.MessageError>()
            .add("id", Evaluation.MessageError::id)
            .add("source", Evaluation.MessageError::source)
            .add("destination", Evaluation.MessageError::destination)
            .add("measured", Evaluation.MessageError::measured)
            .add("predicted", Evaluation.MessageError::predicted)
            .add("relativeError", Evaluation.MessageError::relativeError);

    /** A message of a graph under a model. */
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
                    + Words.percent(evaluation.shareWithin(CLOSE)) + " of the messages within 10 %\n\n");
            out.print(new Columns<Row>()
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
                    + new Columns<Evaluation.GraphError>()
                            .add("graph", Evaluation.GraphError::name)
                            .add(">mean error", graph -> Words.percent(graph.meanAbsoluteError()))
                            .add("task errors", EvaluateOutput::tasks)
                            .table(evaluation.graphs())
                    + "\n");
            histogram(evaluation.relativeErrors(), out);
        }
    }

    private static String tasks(Evaluation.GraphError graph) {
        return graph.taskErrors().entrySet().stream()
                .map(task -> task.getKey() + ": " + Words.percent(task.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static void histogram(double[] errors, PrintWriter out) {
        out.print(new Columns<ErrorHistogram.Bin>()
                .add(">error from", bin -> Words.percent(bin.from()))
                .add(">to", bin -> Words.percent(bin.to()))
                .add(">messages", ErrorHistogram.Bin::count)
                .add("", bin -> "#".repeat((int) Math.round(40.0 * bin.count() / Math.max(1, errors.length))))
                .table(ErrorHistogram.of(errors, BIN).bins()));
    }

    static void json(List<Evaluation> evaluations, Json json) {
        json.objects("evaluations", evaluations, EvaluateOutput::evaluation);
    }

    private static void evaluation(Json json, Evaluation evaluation) {
        json.text("model", evaluation.model())
                .number("meanGraphError", evaluation.meanGraphError())
                .number("meanMessageError", evaluation.meanMessageError())
                .number("shareWithin10Percent", evaluation.shareWithin(CLOSE))
                .objects(
                        "graphs",
                        evaluation.graphs(),
                        (item, graph) -> item.text("name", graph.name())
                                .number("meanAbsoluteError", graph.meanAbsoluteError())
                                .numbers("tasks", graph.taskErrors())
                                .objects("messages", graph.messages(), MESSAGE::json));
        bins(json, evaluation.relativeErrors());
        json.texts("warnings", evaluation.warnings());
    }

    private static void bins(Json json, double[] errors) {
        json.objects(
                "histogram",
                ErrorHistogram.of(errors, BIN).bins(),
                (item, bin) ->
                        item.number("from", bin.from()).number("to", bin.to()).number("count", bin.count()));
    }

    static void csv(List<Evaluation> evaluations, Writer out) {
        new Columns<Row>()
                .add("model", Row::model)
                .add("graph", Row::graph)
                .addAll(MESSAGE, Row::message)
                .csv(
                        out,
                        evaluations.stream()
                                .flatMap(each -> Row.of(each).stream())
                                .toList());
    }

    static void text(RandomPatterns.Comparison comparison, String model, String other, PrintWriter out) {
        out.print(comparison.patterns() + " random patterns with " + comparison.messages() + " messages: " + model
                + " against " + other + "\n" + "mean difference " + Words.percent(comparison.meanAbsolute()) + ", "
                + Words.percent(ErrorHistogram.shareWithin(comparison.values(), CLOSE))
                + " of the messages within 10 %\n\n");
        histogram(comparison.values(), out);
    }

    static void json(RandomPatterns.Comparison comparison, String model, String other, Json json) {
        json.text("model", model)
                .text("other", other)
                .number("patterns", comparison.patterns())
                .number("messages", comparison.messages())
                .number("meanAbsoluteDifference", comparison.meanAbsolute())
                .number("shareWithin10Percent", ErrorHistogram.shareWithin(comparison.values(), CLOSE));
        bins(json, comparison.values());
        json.texts("warnings", comparison.warnings());
    }

    static void csv(RandomPatterns.Comparison comparison, Writer out) {
        Csv csv = Csv.with(out, "message", "relativeDifference");
        int message = 0;
        for (double difference : comparison.values()) {
            csv.row(++message, difference);
        }
    }
}
