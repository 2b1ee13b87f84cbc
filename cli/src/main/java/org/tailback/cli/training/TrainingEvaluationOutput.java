package org.tailback.cli.training;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import org.tailback.cli.render.Columns;
import org.tailback.cli.render.Words;
import org.tailback.study.training.Gpu;
import org.tailback.study.training.Parallelism;
import org.tailback.study.training.TrainingEvaluation;
import org.tailback.study.training.TrainingEvaluation.Errors;
import org.tailback.study.training.TrainingEvaluation.Row;
import org.tailback.study.training.TrainingFit;
import org.tailback.table.Json;
import org.tailback.units.Readable;

/** Predicted beside measured training steps, and fitted GPUs, in each form. */
public final class TrainingEvaluationOutput {
    private static final Columns<Parallelism> DIVISION = new Columns<Parallelism>()
            .add("gpus", Parallelism::ranks)
            .add("data", Parallelism::data)
            .add("tensor", Parallelism::tensor)
            .add("pipeline", Parallelism::pipeline)
            .add("context", Parallelism::context)
            .add("interleave", Parallelism::interleave);

    private static final Columns<Row> ROW = new Columns<Row>()
            .add("row", row -> row.run().measured().number())
            .add("predicted", Row::predicted)
            .add("low", Row::low)
            .add("high", Row::high)
            .add("measured", Row::measured)
            .add("error", Row::error)
            .add("model", Row::model)
            .addAll(DIVISION, row -> row.run().step().parallelism())
            .add("microBatch", row -> row.run().step().microBatch())
            .add("compute", row -> row.estimate().compute())
            .add("bubble", row -> row.estimate().bubble())
            .add("tensorSeconds", row -> row.estimate().tensor())
            .add("pipelineSeconds", row -> row.estimate().pipeline())
            .add("dataSeconds", row -> row.estimate().data())
            .add("memory", row -> row.estimate().memory().total())
            .add("perfectScaling", Row::perfectScaling);

    private static final Columns<Errors> ERRORS = new Columns<Errors>()
            .add("name", Errors::name)
            .add("rows", Errors::rows)
            .add("mean", Errors::mean)
            .add("median", Errors::median);

    private static final Columns<TrainingFit.Number> NUMBER = new Columns<TrainingFit.Number>()
            .add("name", TrainingFit.Number::name)
            .add("value", TrainingFit.Number::value)
            .add("low", TrainingFit.Number::low)
            .add("high", TrainingFit.Number::high)
            .add("told", TrainingFit.Number::told);

    private TrainingEvaluationOutput() {}

    /** Writes errors by model and division, and each row beside perfect scaling where there is a smaller one. */
    public static void text(TrainingEvaluation evaluation, PrintWriter out) {
        Errors all = evaluation.all();
        out.print("predicted steps are off by " + Words.percent(all.mean()) + " in the mean and "
                + Words.percent(all.median()) + " in the median of " + Words.count(all.rows(), "row") + "\n\n");
        out.print(errors("model", evaluation.by(Row::model)) + "\n" + errors("division", evaluation.by(Row::division)));
        List<Row> scaled = evaluation.rows().stream()
                .filter(row -> !Double.isNaN(row.perfectScaling()))
                .toList();
        if (!scaled.isEmpty()) {
            out.print("\n"
                    + new Columns<Row>()
                            .add("series", row -> row.run().measured().series())
                            .add(">GPUs", row -> row.run().step().parallelism().ranks())
                            .add(">measured", row -> Readable.seconds(row.measured()))
                            .add(">predicted", row -> Readable.seconds(row.predicted()))
                            .add(">off by", row -> Words.percent(row.error()))
                            .add(">perfect scaling", row -> Words.percent(row.perfectScalingError()))
                            .table(scaled)
                    + "  (perfect scaling: the smallest run of the series, time x GPUs / batch unchanged)\n");
        }
    }

    private static Object errors(String name, List<Errors> groups) {
        return new Columns<Errors>()
                .add(name, Errors::name)
                .add(">rows", Errors::rows)
                .add(">mean error", errors -> Words.percent(errors.mean()))
                .add(">median", errors -> Words.percent(errors.median()))
                .table(groups);
    }

    /** Writes all of it. */
    public static void json(TrainingEvaluation evaluation, Collection<String> warnings, Json json) {
        json.objects("rows", evaluation.rows(), ROW::json)
                .number("meanError", evaluation.all().mean())
                .number("medianError", evaluation.all().median())
                .objects("byModel", evaluation.by(Row::model), ERRORS::json)
                .objects("byParallelism", evaluation.by(Row::division), ERRORS::json)
                .texts("warnings", List.copyOf(warnings));
    }

    /** Writes the rows. */
    public static void csv(TrainingEvaluation evaluation, PrintWriter out) {
        ROW.csv(out, evaluation.rows());
    }

    /** Writes the numbers of a fit. */
    public static void json(TrainingFit.Result fit, Collection<String> warnings, Json json) {
        json.text("gpu", fit.gpu().name())
                .objects("numbers", fit.numbers(), NUMBER::json)
                .number("low", fit.gpu().low())
                .number("high", fit.gpu().high())
                .number("meanError", fit.meanError())
                .number("medianError", fit.medianError())
                .texts("warnings", List.copyOf(warnings));
    }

    /** Writes the numbers of a fit. */
    public static void csv(TrainingFit.Result fit, PrintWriter out) {
        NUMBER.csv(out, fit.numbers());
    }

    /** Returns a file for {@code --gpu}. */
    public static String yaml(TrainingFit.Result fit, String source, int rows) {
        Gpu gpu = fit.gpu();
        StringBuilder text = new StringBuilder("# Fitted to " + Words.count(rows, "step") + " of " + source
                + ", which it predicts within " + Words.percent(fit.meanError()) + " in the mean.\n");
        for (TrainingFit.Number number : fit.numbers()) {
            if (!number.told()) {
                text.append("# These steps say little about " + number.name() + ".\n");
            }
        }
        text.append("gpu:\n  name: " + gpu.name() + "\n");
        for (TrainingFit.Number number : fit.numbers()) {
            String unit = number.name().equals("launch") ? " s" : "";
            text.append(String.format(
                    java.util.Locale.ROOT,
                    "  %s: %.6g%s   # 95 %%: %.4g to %.4g%n",
                    number.name(),
                    number.value(),
                    unit,
                    number.low(),
                    number.high()));
        }
        text.append("  # nine of ten measured steps took so much of the predicted time\n");
        text.append(String.format(java.util.Locale.ROOT, "  low: %.4g%n  high: %.4g%n", gpu.low(), gpu.high()));
        return text.toString();
    }
}
