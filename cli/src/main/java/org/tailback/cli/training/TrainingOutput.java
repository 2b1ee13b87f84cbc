package org.tailback.cli.training;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.tailback.cli.render.Columns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.cli.training.TrainingCommand.Row;
import org.tailback.study.training.CommunicationKind;
import org.tailback.study.training.Parallelism;
import org.tailback.study.training.TrainingStep;
import org.tailback.study.training.TrainingTimes;
import org.tailback.table.Json;
import org.tailback.units.Readable;

/** The times of training steps as text, JSON and CSV. */
final class TrainingOutput {
    private static final Columns<Row> SEVERAL = new Columns<Row>()
            .add(">step", row -> Readable.seconds(row.times().seconds()))
            .add(">tokens/s", row -> tokens(row.times()))
            .add(">of peak", row -> percent(row.times().utilisation()))
            .add(">compute", row -> percent(row, row.times().compute()))
            .add(">bubble", row -> percent(row, row.times().bubble()))
            .add(">pipeline", row -> percent(row, CommunicationKind.PIPELINE))
            .add(">tensor", row -> percent(row, CommunicationKind.TENSOR))
            .add(">data", row -> percent(row, CommunicationKind.DATA))
            .add(">expert", row -> percent(row, CommunicationKind.EXPERT))
            .add(">end", row -> percent(row, row.times().end()))
            .add("division", row -> text(division(row)))
            .add("file", row -> String.valueOf(row.file().getFileName()));

    private static final Columns<Row> DATA = new Columns<Row>()
            .add("file", row -> row.file().toString())
            .add("gpus", row -> division(row).ranks())
            .add("data", row -> division(row).data())
            .add("tensor", row -> division(row).tensor())
            .add("pipeline", row -> division(row).pipeline())
            .add("expert", row -> division(row).expert())
            .add("step", row -> row.times().seconds())
            .add("tokensPerSecond", row -> row.times().tokensPerSecond())
            .add("utilisation", row -> row.times().utilisation())
            .add("messages", row -> row.times().messages())
            .add("compute", row -> row.times().compute())
            .add("bubble", row -> row.times().bubble())
            .add("exposedPipeline", row -> row.times().exposed().get(CommunicationKind.PIPELINE))
            .add("exposedTensor", row -> row.times().exposed().get(CommunicationKind.TENSOR))
            .add("exposedData", row -> row.times().exposed().get(CommunicationKind.DATA))
            .add("exposedExpert", row -> row.times().exposed().get(CommunicationKind.EXPERT))
            .add("end", row -> row.times().end());

    private TrainingOutput() {}

    static void text(List<Row> rows, String platform, PrintWriter out) {
        Row best = rows.get(0);
        TrainingTimes times = best.times();
        out.print("a step of " + best.file().getFileName() + " takes " + Readable.seconds(times.seconds()) + " on "
                + division(best).ranks() + " GPUs (" + text(division(best)) + "); "
                + percent(times.utilisation()) + " of their peak\n\n");
        if (rows.size() > 1) {
            out.print(SEVERAL.table(rows) + "\n  (parts of a step that a GPU computes or waits, on average; platform "
                    + platform + ")\n");
            return;
        }
        TrainingStep step = times.step();
        TextTable facts = TextTable.of("platform", platform);
        facts.row(
                "model",
                String.format(
                        Locale.ROOT, "%.4g billion parameters", step.model().parameters() / 1e9));
        facts.row(
                "batch",
                Words.count(step.batch(), "sequence") + " of "
                        + Words.count(step.model().sequence(), "token") + ", "
                        + step.microBatches() + (step.microBatches() == 1 ? " micro-batch" : " micro-batches") + " of "
                        + step.microBatch() + " a replica");
        facts.row("tokens/s", tokens(times));
        facts.row("messages", Long.toString(times.messages()));
        TextTable parts = TextTable.of("what a GPU does", ">time", ">share");
        part(parts, best, "compute", times.compute());
        part(parts, best, "bubble of the pipeline", times.bubble());
        for (CommunicationKind kind : CommunicationKind.values()) {
            part(parts, best, "exposed " + kind.label(), exposed(best, kind));
        }
        part(parts, best, "wait for the slowest", times.end());
        out.print(facts + "\n" + parts + "  (mean over the GPUs)\n");
    }

    private static void part(TextTable parts, Row row, String name, double seconds) {
        parts.row(name, Readable.seconds(seconds), percent(row, seconds));
    }

    static void json(List<Row> rows, List<String> warnings, Json json) {
        json.objects("rows", rows, DATA::json);
        json.texts("warnings", warnings);
    }

    static void csv(List<Row> rows, PrintWriter out) {
        DATA.csv(out, rows);
    }

    /** Returns the sizes of the groups, such as {@code data 16, tensor 8, pipeline 8}. */
    static String text(Parallelism division) {
        return "data " + division.data() + ", tensor " + division.tensor() + ", pipeline " + division.pipeline()
                + (division.expert() == 1 ? "" : ", expert " + division.expert());
    }

    private static Parallelism division(Row row) {
        return row.times().step().parallelism();
    }

    private static double exposed(Row row, CommunicationKind kind) {
        return row.times().exposed().getOrDefault(kind, 0.0);
    }

    private static String tokens(TrainingTimes times) {
        return String.format(Locale.ROOT, "%.4g", times.tokensPerSecond());
    }

    private static String percent(Row row, CommunicationKind kind) {
        return percent(row, exposed(row, kind));
    }

    private static String percent(Row row, double seconds) {
        return percent(seconds / row.times().seconds());
    }

    private static String percent(double part) {
        // a difference of sums may be a rounding error below zero
        return String.format(Locale.ROOT, "%.1f %%", Math.abs(part) < 1e-12 ? 0 : 100 * part);
    }
}
