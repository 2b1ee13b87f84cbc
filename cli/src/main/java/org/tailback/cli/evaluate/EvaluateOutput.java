package org.tailback.cli.evaluate;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.cli.verdict.Verdict;
import org.tailback.fit.evaluation.ErrorHistogram;
import org.tailback.fit.evaluation.Evaluation;
import org.tailback.units.Readable;

/** Evaluations of models in each format. */
final class EvaluateOutput {
    private static final Evaluation.MessageError NO_MESSAGE =
            new Evaluation.MessageError("", "", "", Double.NaN, Double.NaN, Double.NaN);

    /**
     * Evaluations of several models, and the models that failed.
     *
     * @param evaluations one evaluation per model
     * @param failed models without an evaluation
     */
    record Models(List<Evaluation> evaluations, List<Failed> failed) {}

    /**
     * Model that cannot predict the graphs.
     *
     * @param model name of the model
     * @param error reason for the missing prediction
     */
    record Failed(String model, String error) {}

    private record Row(String model, String graph, Evaluation.MessageError message, String error) {
        static List<Row> of(Evaluation evaluation) {
            return evaluation.graphs().stream()
                    .flatMap(graph -> graph.messages().stream()
                            .map(message -> new Row(evaluation.model(), graph.name(), message, "")))
                    .toList();
        }
    }

    private EvaluateOutput() {}

    /** Returns the verdict: the model with the smallest mean error per message, or a tie. */
    static Verdict verdict(List<Evaluation> evaluations) {
        List<Evaluation> sorted = evaluations.stream()
                .sorted(Comparator.comparingDouble(Evaluation::meanMessageError))
                .toList();
        Evaluation best = sorted.get(0);
        long messages = best.graphs().stream()
                .mapToLong(graph -> graph.messages().size())
                .sum();
        List<String> others = sorted.stream()
                .skip(1)
                .map(each -> Words.percent(each.meanMessageError()) + " with " + each.model())
                .toList();
        boolean isTie = sorted.get(1).meanMessageError() <= best.meanMessageError();
        return new Verdict(
                Words.count(evaluations.size(), "model") + " against " + Words.count(messages, "measured message"),
                isTie
                        ? best.model() + " and " + sorted.get(1).model()
                                + " predict the messages equally well: mean error "
                                + Words.percent(best.meanMessageError())
                        : best.model() + " is nearest to the measured times: mean error "
                                + Words.percent(best.meanMessageError()) + ", "
                                + Verdict.names(others),
                isTie ? null : best.model(),
                false);
    }

    static void text(List<Evaluation> evaluations, List<Failed> failed, PrintWriter out) {
        failed.forEach(each -> out.print(each.model() + " failed: " + each.error() + "\n\n"));
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

    static void csv(List<Evaluation> evaluations, List<Failed> failed, Writer out) {
        new TableColumns<Row>()
                .add("model", Row::model)
                .add("graph", Row::graph)
                .addAll(TableColumns.of(Evaluation.MessageError.class), Row::message)
                .addIf(!failed.isEmpty(), "error", Row::error)
                .csv(
                        out,
                        Stream.concat(
                                        evaluations.stream().flatMap(each -> Row.of(each).stream()),
                                        failed.stream()
                                                .map(each -> new Row(each.model(), "", NO_MESSAGE, each.error())))
                                .toList());
    }
}
