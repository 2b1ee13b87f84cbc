package org.tailback.cli.training;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.tailback.cli.render.Columns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.cli.training.TrainingCommand.Found;
import org.tailback.cli.training.TrainingCommand.Row;
import org.tailback.study.training.CommunicationKind;
import org.tailback.study.training.Parallelism;
import org.tailback.study.training.TrainingMemory;
import org.tailback.study.training.TrainingSearch;
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
            .add("exposedContext", row -> row.times().exposed().get(CommunicationKind.CONTEXT))
            .add("end", row -> row.times().end())
            .add("context", row -> division(row).context())
            .add("interleave", row -> division(row).interleave())
            .add("low", row -> row.times().seconds() * row.times().step().gpu().low())
            .add("high", row -> row.times().seconds() * row.times().step().gpu().high())
            .add("memory", row -> TrainingMemory.of(row.times().step()).total())
            .add("days", row -> row.times().days(row.tokens()))
            .add("folded", row -> row.times().folded());

    private static final Columns<Parallelism> DIVISION = new Columns<Parallelism>()
            .add("data", Parallelism::data)
            .add("tensor", Parallelism::tensor)
            .add("pipeline", Parallelism::pipeline)
            .add("interleave", Parallelism::interleave)
            .add("context", Parallelism::context);

    private static final Columns<Found> FOUND = new Columns<Found>()
            .add("microBatch", found -> found.step().microBatch())
            .add("step", Found::seconds)
            .add("low", found -> found.seconds() * found.step().gpu().low())
            .add("high", found -> found.seconds() * found.step().gpu().high())
            .add("estimate", found -> found.candidate().estimate().seconds())
            .add("memory", found -> found.candidate().estimate().memory().total())
            .add("limit", found -> found.candidate().estimate().limit())
            .add("tokensPerSecond", Found::tokensPerSecond)
            .add("utilisation", Found::utilisation)
            .add("folded", Found::folded);

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
        facts.row("days", String.format(Locale.ROOT, "%.4g for %.4g tokens", times.days(best.tokens()), best.tokens()));
        if (step.gpu().memory() < Double.POSITIVE_INFINITY) {
            TrainingMemory memory = TrainingMemory.of(step);
            facts.row("memory", Readable.bytes(memory.total()) + " of a GPU: " + memory.text());
        }
        if (!times.folded().isEmpty()) {
            facts.row("folded", times.folded());
        }
        facts.row("messages", Long.toString(times.messages()));
        TextTable parts = TextTable.of("what a GPU does", ">time", ">share");
        part(parts, best, "compute", times.compute());
        part(parts, best, "bubble of the pipeline", times.bubble());
        for (CommunicationKind kind : CommunicationKind.values()) {
            if (kind != CommunicationKind.CONTEXT || division(best).context() > 1) {
                part(parts, best, "exposed " + kind.label(), exposed(best, kind));
            }
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

    static void text(TrainingSearch.Result result, List<Found> rows, PrintWriter out) {
        out.print(result.fitting() + " of " + result.candidates() + " divisions fit into the memory of the GPUs\n\n"
                + new Columns<Found>()
                        .add(">step", found -> Readable.seconds(found.seconds()))
                        .add(">tokens/s", found -> String.format(Locale.ROOT, "%.4g", found.tokensPerSecond()))
                        .add(">of peak", found -> percent(found.utilisation()))
                        .add(
                                ">memory",
                                found -> Readable.bytes(
                                        found.candidate().estimate().memory().total()))
                        .add("limited by", found -> found.candidate().estimate().limit())
                        .add(">micro-batch", found -> found.step().microBatch())
                        .add("division", found -> text(found.step().parallelism()))
                        .table(rows)
                + "\n  (replayed where one replica stands for all; otherwise estimated)\n");
    }

    static void json(TrainingSearch.Result result, List<Found> rows, List<String> warnings, Json json) {
        json.number("candidates", result.candidates())
                .number("fitting", result.fitting())
                .objects("rows", rows, (each, found) -> {
                    each.object(
                            "parallelism",
                            fields -> DIVISION.json(fields, found.step().parallelism()));
                    FOUND.json(each, found);
                })
                .texts("warnings", warnings);
    }

    static void csvOfSearch(List<Found> rows, PrintWriter out) {
        new Columns<Found>()
                .addAll(DIVISION, found -> found.step().parallelism())
                .addAll(FOUND, found -> found)
                .csv(out, rows);
    }

    static void csv(List<Row> rows, PrintWriter out) {
        DATA.csv(out, rows);
    }

    /** Returns the sizes of the groups, such as {@code data 16, tensor 8, pipeline 8}. */
    static String text(Parallelism division) {
        return "data " + division.data() + ", tensor " + division.tensor() + ", pipeline " + division.pipeline()
                + (division.expert() == 1 ? "" : ", expert " + division.expert())
                + (division.context() == 1 ? "" : ", context " + division.context())
                + (division.interleave() == 1 ? "" : ", interleave " + division.interleave());
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
