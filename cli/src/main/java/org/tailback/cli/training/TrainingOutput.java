package org.tailback.cli.training;

import com.google.common.collect.ImmutableMap;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.cli.verdict.Setting;
import org.tailback.cli.verdict.Verdict;
import org.tailback.output.Fields;
import org.tailback.output.Inline;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.training.Parallelism;
import org.tailback.study.training.StepEstimate;
import org.tailback.study.training.TrainingMemory;
import org.tailback.study.training.TrainingSearch;
import org.tailback.study.training.TrainingStep;
import org.tailback.study.training.TrainingTimes;
import org.tailback.study.training.Transformer;
import org.tailback.table.ShortNames;
import org.tailback.units.Readable;

/** Times of training steps as text, JSON and CSV. */
final class TrainingOutput {
    private static final double LEAST = 0.001;

    /**
     * All divisions, best first.
     *
     * @param rows divisions and their steps
     * @param warnings assumptions and approximations, one sentence each
     */
    record Rows(List<Row> rows, List<String> warnings) {}

    /**
     * Division of the work, with the times of its step.
     *
     * @param platform name of the platform
     * @param file name of the file of the step
     * @param times mean times of a GPU; their sum is the step time
     * @param interval of the step's time; null outside the domain of the measured steps of its GPU
     * @param tokens number of tokens on which {@code days} is based
     */
    @Fields("platform file gpus parallelism times interval memory days folded")
    record Row(
            String platform,
            String file,
            @Inline TrainingTimes times,
            @Inline @Nullable Interval interval,
            double tokens)
            implements Divisions.Step {
        @Override
        public double step() {
            return times.seconds();
        }

        int gpus() {
            return parallelism().ranks();
        }

        @Inline
        Parallelism parallelism() {
            return times.step().parallelism();
        }

        /** Returns the memory of the fullest GPU, bytes. */
        double memory() {
            return TrainingMemory.of(times.step()).total();
        }

        double days() {
            return times.step().days(tokens, times.seconds());
        }

        /**
         * Returns a description of the GPUs that were replayed to represent all GPUs; empty if all GPUs were replayed.
         */
        String folded() {
            return times.folded();
        }

        double tokensPerSecond() {
            return times.tokensPerSecond();
        }

        double utilisation() {
            return times.utilisation();
        }

        String name() {
            return String.valueOf(Path.of(file).getFileName());
        }
    }

    /**
     * Result of a search.
     *
     * @param candidates number of divisions
     * @param fitting number of divisions that fit into memory
     * @param rows best of the fitting divisions, the fastest first
     * @param warnings assumptions and approximations, one sentence each
     */
    record Searched(int candidates, int fitting, List<Found> rows, List<String> warnings) {}

    /**
     * Division found by a search.
     *
     * @param candidate step of the division and its estimate by the formula
     * @param replayed replayed step; null if the division was not replayed
     * @param platform of all GPUs
     * @param tokens number of tokens on which {@code days} is based
     */
    @Fields("parallelism microBatch step by interval estimate memory limit tokensPerSecond utilisation days folded")
    record Found(
            TrainingSearch.Candidate candidate, @Nullable TrainingTimes replayed, Platform platform, double tokens)
            implements Divisions.Step {
        /** Returns the division of the work among GPUs. */
        Parallelism parallelism() {
            return candidate.step().parallelism();
        }

        /** Returns the number of sequences in a micro-batch. */
        int microBatch() {
            return candidate.step().microBatch();
        }

        /** Returns the step time, seconds. */
        @Override
        public double step() {
            return replayed == null ? estimate() : replayed.seconds();
        }

        /** Returns the origin of the time: {@code replay}, as in {@code training}, or {@code formula}. */
        String by() {
            return replayed == null ? "formula" : "replay";
        }

        /** Returns the interval of the measured time; null outside the domain of the measured steps of the GPU. */
        @Inline
        @Override
        public @Nullable Interval interval() {
            return candidate.step().interval(platform, step());
        }

        /** Returns the time by the formula, seconds. */
        double estimate() {
            return candidate.estimate().seconds();
        }

        /** Returns the memory of the fullest GPU, bytes. */
        double memory() {
            return candidate.estimate().memory().total();
        }

        /** Returns the name of the largest part of the step. */
        String limit() {
            return candidate.estimate().limit();
        }

        /** Returns the number of tokens that all GPUs process per second. */
        double tokensPerSecond() {
            return candidate.step().tokensPerSecond(step());
        }

        /** Returns the fraction of the GPUs' peak that the operations of the model use. */
        double utilisation() {
            return candidate.step().utilisation(step());
        }

        /** Returns the training time of the tokens of {@code --tokens}, days. */
        double days() {
            return candidate.step().days(tokens, step());
        }

        /**
         * Returns a description of the GPUs that were replayed to represent all GPUs; empty if all GPUs or none were
         * replayed.
         */
        String folded() {
            return replayed == null ? "" : replayed.folded();
        }

        StepEstimate parts() {
            return replayed == null ? candidate.estimate() : StepEstimate.of(replayed);
        }
    }

    /** Part of a step; parts below a thousandth of the step are omitted. */
    record Part(String column, String name, ToDoubleFunction<TrainingTimes> seconds) {
        double of(Row row) {
            return seconds.applyAsDouble(row.times);
        }

        boolean counts(Row row) {
            return Math.abs(of(row)) >= LEAST * row.step();
        }
    }

    static final List<Part> PARTS = List.of(
            new Part("compute", "compute", TrainingTimes::compute),
            new Part("bubble", "bubble of the pipeline", TrainingTimes::bubble),
            new Part("pipeline", "exposed pipeline", times -> times.exposed().pipeline()),
            new Part("tensor", "exposed tensor", times -> times.exposed().tensor()),
            new Part("data", "exposed data", times -> times.exposed().data()),
            new Part("expert", "exposed expert", times -> times.exposed().expert()),
            new Part("context", "exposed context", times -> times.exposed().context()),
            new Part("end", "wait for the slowest", TrainingTimes::end),
            new Part("evaluation", "evaluations", TrainingTimes::evaluation));

    private static final Map<String, ToDoubleFunction<StepEstimate>> FOUND_PARTS = ImmutableMap.of(
            "compute", StepEstimate::compute,
            "bubble of the pipeline", StepEstimate::bubble,
            "exposed pipeline", StepEstimate::pipeline,
            "exposed tensor, context, expert", StepEstimate::tensor,
            "exposed data", StepEstimate::data,
            "evaluations", StepEstimate::evaluation);

    private TrainingOutput() {}

    /**
     * Returns rows with the columns of their table. Parts that are below a thousandth of the step in all divisions are
     * omitted.
     */
    static Divisions<Row> divisions(List<Row> rows) {
        UnaryOperator<String> shortName =
                ShortNames.of(rows.stream().map(Row::platform).toList());
        Function<Row, String> platform = row -> shortName.apply(row.platform());
        TableColumns<Row> columns = new TableColumns<Row>()
                .seconds("step", Row::step)
                .add("tokens/s", Unit.PENALTY, Row::tokensPerSecond, row -> tokens(row.tokensPerSecond()))
                .add("of peak", Unit.PERCENT, Row::utilisation, row -> percent(row.utilisation()));
        PARTS.stream()
                .filter(part -> rows.stream().anyMatch(part::counts))
                .forEach(part ->
                        columns.add(part.column(), Unit.SECONDS, part::of, row -> percent(part.of(row) / row.step())));
        columns.addIf(differ(rows, Row::name), "file", Row::name)
                .addIf(differ(rows, Row::platform), "platform", platform)
                .add("division", row -> text(row.parallelism()));
        // the names of rows contain the properties in which rows differ
        List<Function<Row, String>> names = Stream.<Function<Row, String>>of(
                        platform, Row::name, row -> text(row.parallelism()))
                .filter(name -> differ(rows, name))
                .toList();
        Map<String, ToDoubleFunction<Row>> parts = new LinkedHashMap<>();
        PARTS.forEach(part -> parts.put(part.name(), part::of));
        return new Divisions<>(
                "Where does the time of a step go?",
                rows.get(0).name(),
                rows,
                false,
                row -> names.isEmpty()
                        ? text(row.parallelism())
                        : names.stream().map(name -> name.apply(row)).collect(Collectors.joining(", ")),
                parts,
                columns);
    }

    private static boolean differ(List<Row> rows, Function<Row, String> name) {
        return rows.stream().map(name).distinct().count() > 1;
    }

    static Verdict verdict(Divisions<Row> divisions, Setting setting, double modelError) {
        Row best = divisions.rows().get(0);
        String opening = "a step of " + best.name() + " takes " + Readable.seconds(best.step())
                + Words.interval(best.interval()) + " on " + Words.count(best.gpus(), "GPU") + ", " + setting.text()
                + "; " + text(best.parallelism()) + "; " + percent(best.utilisation()) + " of their peak";
        return divisions.verdict(opening, !differ(divisions.rows(), Row::platform), setting, modelError);
    }

    static void text(Divisions<Row> divisions, PrintWriter out) {
        List<Row> rows = divisions.rows();
        Row best = rows.get(0);
        if (rows.size() > 1) {
            out.print(divisions.columns().tableOfDifferences(rows)
                    + "\n  (parts of a step in which a GPU computes or waits, on average)\n");
            return;
        }
        TrainingStep step = best.times.step();
        Transformer model = step.model();
        TextTable facts = TextTable.of("platform", best.platform());
        facts.row("model", String.format(Locale.ROOT, "%.4g billion parameters", model.parameters() / 1e9));
        facts.row(
                "batch",
                Words.count(step.batch(), "sequence") + " of " + Words.count(model.sequence(), "token") + ", "
                        + step.microBatches() + (step.microBatches() == 1 ? " micro-batch of " : " micro-batches of ")
                        + step.microBatch() + " per replica");
        facts.row("tokens/s", tokens(best.tokensPerSecond()));
        facts.row("days", String.format(Locale.ROOT, "%.4g for %.4g tokens", best.days(), best.tokens()));
        if (step.gpu().memory() < Double.POSITIVE_INFINITY) {
            TrainingMemory memory = TrainingMemory.of(step);
            facts.row("memory", Readable.bytes(memory.total()) + " of a GPU: " + memory.text());
        }
        if (!best.folded().isEmpty()) {
            facts.row("folded", best.folded());
        }
        facts.row("messages", Long.toString(best.times.messages()));
        TextTable parts = TextTable.of("activity of a GPU", ">time", ">share");
        PARTS.stream()
                .filter(part -> part.counts(best))
                .forEach(part ->
                        parts.row(part.name(), Readable.seconds(part.of(best)), percent(part.of(best) / best.step())));
        out.print(facts + "\n" + parts + "  (mean over the GPUs; parts below 0.1 % omitted)\n");
    }

    static Divisions<Found> found(Path file, List<Found> rows) {
        TableColumns<Found> columns = new TableColumns<Found>()
                .count("row", found -> rows.indexOf(found) + 1)
                .seconds("step", Found::step)
                .add("tokens/s", Unit.PENALTY, Found::tokensPerSecond, found -> tokens(found.tokensPerSecond()))
                .add("of peak", Unit.PERCENT, Found::utilisation, found -> percent(found.utilisation()))
                .add(">memory", found -> Readable.bytes(found.memory()))
                .add("by", Found::by)
                .add("limited by", Found::limit)
                .count("micro-batch", Found::microBatch)
                .add("division", found -> text(found.parallelism()));
        Map<String, ToDoubleFunction<Found>> parts = new LinkedHashMap<>();
        FOUND_PARTS.forEach((name, seconds) -> {
            parts.put(name, row -> seconds.applyAsDouble(row.parts()));
            columns.onPage(name, Unit.SECONDS, row -> seconds.applyAsDouble(row.parts()));
        });
        return new Divisions<>(
                "Which division is fastest?",
                String.valueOf(file.getFileName()),
                rows,
                true,
                row -> text(row.parallelism()) + ", micro-batch " + row.microBatch(),
                parts,
                columns);
    }

    static Verdict verdict(
            TrainingSearch.Result result, Divisions<Found> divisions, Setting setting, double modelError) {
        Found best = divisions.rows().get(0);
        String opening = "a step takes " + Readable.seconds(best.step())
                + Words.interval(best.interval()) + " at best, " + setting.text() + "; "
                + text(best.parallelism()) + "; " + result.fitting() + " of " + result.candidates()
                + " divisions fit into the memory of the GPUs";
        return divisions.verdict(opening, true, setting, modelError);
    }

    static void textOfSearch(Divisions<Found> divisions, PrintWriter out) {
        out.print(divisions.columns().table(divisions.rows())
                + "\n  (by formula where a replay would need all of more than 1,024 GPUs, or no division fits)\n");
    }

    static void csvOfSearch(List<Found> rows, PrintWriter out) {
        new TableColumns<Found>()
                .addAll(TableColumns.of(Parallelism.class), Found::parallelism)
                .addAll(TableColumns.of(Found.class), found -> found)
                .csv(out, rows);
    }

    /** Returns the sizes of the groups, such as {@code data 16, tensor 8, pipeline 8}. */
    static String text(Parallelism division) {
        return "data " + division.data() + ", tensor " + division.tensor() + ", pipeline " + division.pipeline()
                + (division.expert() == 1 ? "" : ", expert " + division.expert())
                + (division.expertTensor() == division.tensor() ? "" : ", expert-tensor " + division.expertTensor())
                + (division.context() == 1 ? "" : ", context " + division.context())
                + (division.interleave() == 1 ? "" : ", interleave " + division.interleave());
    }

    private static String tokens(double perSecond) {
        return String.format(Locale.ROOT, "%.4g", perSecond);
    }

    private static String percent(double part) {
        // a difference of sums may be a rounding error below zero
        return String.format(Locale.ROOT, "%.1f %%", Math.abs(part) < 1e-12 ? 0 : 100 * part);
    }
}
