package org.tailback.cli.training;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.output.Inline;
import org.tailback.platformfile.DomainText;
import org.tailback.study.training.Gpu;
import org.tailback.study.training.TrainingEvaluation;
import org.tailback.study.training.TrainingEvaluation.Errors;
import org.tailback.study.training.TrainingEvaluation.Row;
import org.tailback.study.training.TrainingFit;
import org.tailback.units.Readable;

/** Predicted and measured training steps, and fitted GPUs, in each format. */
public final class TrainingEvaluationOutput {
    /**
     * Result of an evaluation.
     *
     * @param evaluation rows and their errors
     * @param warnings assumptions, one sentence each
     */
    public record Evaluated(@Inline TrainingEvaluation evaluation, List<String> warnings) {}

    private TrainingEvaluationOutput() {}

    /**
     * Writes errors by model and division, and each row with perfect scaling for comparison if its series has a smaller
     * run.
     */
    public static void text(TrainingEvaluation evaluation, PrintWriter out) {
        Errors all = evaluation.all();
        out.print("predicted steps are off by " + Words.percent(all.mean()) + " in the mean and "
                + Words.percent(all.median()) + " in the median of " + Words.count(all.rows(), "row") + "; "
                + evaluation.rows().stream()
                        .filter(row -> row.by().equals("replay"))
                        .count()
                + " by replay, others by the formula\n\n");
        out.print(errors("model", evaluation.byModel()) + "\n" + errors("division", evaluation.byParallelism()));
        List<Row> scaled = evaluation.rows().stream()
                .filter(row -> !Double.isNaN(row.perfectScaling()))
                .toList();
        if (!scaled.isEmpty()) {
            out.print("\n"
                    + new TableColumns<Row>()
                            .add("series", row -> row.run().measured().series())
                            .add(">GPUs", Row::gpus)
                            .add(">measured", row -> Readable.seconds(row.measured()))
                            .add(">predicted", row -> Readable.seconds(row.predicted()))
                            .add("by", Row::by)
                            .add(">off by", row -> Words.percent(row.error()))
                            .add(">perfect scaling", row -> Words.percent(row.perfectScalingError()))
                            .table(scaled)
                    + "  (perfect scaling: the smallest run of the series, time x GPUs / batch unchanged)\n");
        }
    }

    private static Object errors(String name, List<Errors> groups) {
        return new TableColumns<Errors>()
                .add(name, Errors::name)
                .add(">rows", Errors::rows)
                .add(">mean error", errors -> Words.percent(errors.mean()))
                .add(">median", errors -> Words.percent(errors.median()))
                .table(groups);
    }

    public static void csv(TrainingEvaluation evaluation, PrintWriter out) {
        TableColumns.of(Row.class).csv(out, evaluation.rows());
    }

    /** Returns the text of a file for {@code --gpu}. */
    public static String yaml(TrainingFit.Result fit, String source, int rows) {
        Gpu gpu = fit.gpu();
        StringBuilder text = new StringBuilder("# Fitted to " + Words.count(rows, "step") + " of " + source
                + " with a mean error of " + Words.percent(fit.meanError()) + ".\n");
        for (TrainingFit.FittedNumber number : fit.numbers()) {
            if (!number.told()) {
                text.append("# The measured steps hardly determine " + number.name() + ".\n");
            }
        }
        text.append("gpu:\n  name: " + gpu.name() + "\n");
        for (TrainingFit.FittedNumber number : fit.numbers()) {
            String unit = number.name().equals("launch") ? " s" : "";
            text.append(String.format(
                    Locale.ROOT,
                    "  %s: %.6g%s   # 95 %%: %.4g to %.4g%n",
                    number.name(),
                    number.value(),
                    unit,
                    number.low(),
                    number.high()));
        }
        return text + DomainText.yaml(gpu.residuals(), "  ");
    }
}
