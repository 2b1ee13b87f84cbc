package org.tailback.cli.evaluate;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.fit.evaluation.ErrorHistogram;
import org.tailback.fit.evaluation.Evaluation;
import org.tailback.fit.evaluation.RandomPatterns;
import org.tailback.units.Readable;

/** Evaluations in each form. */
final class EvaluateOutput {
    /** Width of the bins of histograms. */
    static final double BIN = 0.05;

    private static final double CLOSE = 0.10;

    private EvaluateOutput() {}

    static void text(List<Evaluation> evaluations, PrintWriter out) {
        for (Evaluation evaluation : evaluations) {
            out.print(evaluation.model() + ": mean error " + Words.percent(evaluation.meanGraphError()) + " per graph, "
                    + Words.percent(evaluation.meanMessageError()) + " per message; "
                    + Words.percent(evaluation.shareWithin(CLOSE)) + " of the messages within 10 %\n\n");
            TextTable messages = TextTable.of("graph", "message", "way", ">measured", ">predicted", ">error");
            TextTable graphs = TextTable.of("graph", ">mean error", "task errors");
            for (Evaluation.GraphError graph : evaluation.graphs()) {
                for (Evaluation.MessageError message : graph.messages()) {
                    messages.row(
                            graph.name(),
                            message.id(),
                            message.source() + ">" + message.destination(),
                            Readable.seconds(message.measured()),
                            Readable.seconds(message.predicted()),
                            Words.percent(message.relativeError()));
                }
                StringBuilder tasks = new StringBuilder();
                graph.taskErrors()
                        .forEach((task, error) -> tasks.append(tasks.isEmpty() ? "" : ", ")
                                .append(task)
                                .append(": ")
                                .append(Words.percent(error)));
                graphs.row(graph.name(), Words.percent(graph.meanAbsoluteError()), tasks.toString());
            }
            out.print(messages + "\n" + graphs + "\n");
            histogram(evaluation.relativeErrors(), out);
        }
    }

    private static void histogram(double[] errors, PrintWriter out) {
        TextTable table = TextTable.of(">error from", ">to", ">messages", "");
        for (ErrorHistogram.Bin bin : ErrorHistogram.of(errors, BIN).bins()) {
            int length = (int) Math.round(40.0 * bin.count() / Math.max(1, errors.length));
            table.row(
                    Words.percent(bin.from()),
                    Words.percent(bin.to()),
                    Integer.toString(bin.count()),
                    "#".repeat(length));
        }
        out.print(table);
    }

    static void json(List<Evaluation> evaluations, Writer out) {
        Json.write(out, json -> json.objects("evaluations", evaluations, EvaluateOutput::evaluation));
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
                                .objects(
                                        "messages",
                                        graph.messages(),
                                        (inner, message) -> inner.text("id", message.id())
                                                .text("source", message.source())
                                                .text("destination", message.destination())
                                                .number("measured", message.measured())
                                                .number("predicted", message.predicted())
                                                .number("relativeError", message.relativeError())));
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
        Csv csv = Csv.with(
                out, "model", "graph", "id", "source", "destination", "measured", "predicted", "relativeError");
        for (Evaluation evaluation : evaluations) {
            for (Evaluation.GraphError graph : evaluation.graphs()) {
                for (Evaluation.MessageError message : graph.messages()) {
                    csv.row(
                            evaluation.model(),
                            graph.name(),
                            message.id(),
                            message.source(),
                            message.destination(),
                            message.measured(),
                            message.predicted(),
                            message.relativeError());
                }
            }
        }
    }

    static void text(RandomPatterns.Comparison comparison, String model, String other, PrintWriter out) {
        out.print(comparison.patterns() + " random patterns with " + comparison.messages() + " messages: " + model
                + " against " + other + "\n" + "mean difference " + Words.percent(comparison.meanAbsolute()) + ", "
                + Words.percent(ErrorHistogram.shareWithin(comparison.values(), CLOSE))
                + " of the messages within 10 %\n\n");
        histogram(comparison.values(), out);
    }

    static void json(RandomPatterns.Comparison comparison, String model, String other, Writer out) {
        Json.write(out, json -> {
            json.text("model", model)
                    .text("other", other)
                    .number("patterns", comparison.patterns())
                    .number("messages", comparison.messages())
                    .number("meanAbsoluteDifference", comparison.meanAbsolute())
                    .number("shareWithin10Percent", ErrorHistogram.shareWithin(comparison.values(), CLOSE));
            bins(json, comparison.values());
            json.texts("warnings", comparison.warnings());
        });
    }

    static void csv(RandomPatterns.Comparison comparison, Writer out) {
        Csv csv = Csv.with(out, "message", "relativeDifference");
        int message = 0;
        for (double difference : comparison.values()) {
            csv.row(++message, difference);
        }
    }
}
