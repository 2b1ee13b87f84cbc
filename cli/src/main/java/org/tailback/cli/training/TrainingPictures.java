package org.tailback.cli.training;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.training.TrainingOutput.Found;
import org.tailback.cli.training.TrainingOutput.Row;
import org.tailback.cli.verdict.Verdict;
import org.tailback.report.StudyPage;
import org.tailback.report.StudyPage.Unit;
import org.tailback.study.training.StepEstimate;

/** Training steps as charts, a bar for each part of a step of each division, and as pages. */
final class TrainingPictures {
    private static final Map<String, ToDoubleFunction<StepEstimate>> SEARCHED = new LinkedHashMap<>();

    static {
        SEARCHED.put("compute", StepEstimate::compute);
        SEARCHED.put("bubble of the pipeline", StepEstimate::bubble);
        SEARCHED.put("exposed pipeline", StepEstimate::pipeline);
        SEARCHED.put("exposed tensor, context, expert", StepEstimate::tensor);
        SEARCHED.put("exposed data", StepEstimate::data);
        SEARCHED.put("evaluations", StepEstimate::evaluation);
    }

    private TrainingPictures() {}

    static StudyPage.Content ofRows(
            List<Row> rows, Verdict verdict, CommonOptions common, Collection<String> warnings) {
        Map<String, ToDoubleFunction<Row>> parts = new LinkedHashMap<>();
        TrainingOutput.PARTS.forEach(part -> parts.put(part.name(), part.seconds()));
        StudyPage.Table<Row> table = new StudyPage.Table<>(rows)
                .column("platform", Unit.TEXT, Row::platform)
                .column("file", Unit.TEXT, Row::name)
                .column("division", Unit.TEXT, row -> TrainingOutput.text(row.parallelism()))
                .column("step", Unit.SECONDS, Row::step)
                .column("of peak", Unit.PERCENT, Row::utilisation);
        parts.forEach((name, seconds) -> table.column(name, Unit.SECONDS, seconds::applyAsDouble));
        return page(
                rows,
                rows.stream()
                        .map(row -> (rows.stream().map(Row::platform).distinct().count() > 1
                                        ? row.platform() + ", "
                                        : "")
                                + (rows.stream().map(Row::name).distinct().count() > 1 ? row.name() + ", " : "")
                                + TrainingOutput.text(row.parallelism()))
                        .toList(),
                parts,
                table,
                new Given("A step of " + rows.get(0).name(), verdict, common, warnings));
    }

    static StudyPage.Content ofSearch(
            Path file, List<Found> rows, Verdict verdict, CommonOptions common, Collection<String> warnings) {
        Map<String, ToDoubleFunction<Found>> parts = new LinkedHashMap<>();
        SEARCHED.forEach((name, seconds) -> parts.put(name, row -> seconds.applyAsDouble(row.parts())));
        StudyPage.Table<Found> table = new StudyPage.Table<>(rows)
                .column("division", Unit.TEXT, row -> TrainingOutput.text(row.parallelism()))
                .column("micro-batch", Unit.COUNT, Found::microBatch)
                .column("step", Unit.SECONDS, Found::step)
                .column("by", Unit.TEXT, Found::by)
                .column("of peak", Unit.PERCENT, Found::utilisation);
        parts.forEach((name, seconds) -> table.column(name, Unit.SECONDS, seconds::applyAsDouble));
        return page(
                rows,
                rows.stream()
                        .map(row -> TrainingOutput.text(row.parallelism()) + ", micro-batch " + row.microBatch())
                        .toList(),
                parts,
                table,
                new Given("Divisions of " + file.getFileName(), verdict, common, warnings));
    }

    private record Given(String title, Verdict verdict, CommonOptions common, Collection<String> warnings) {}

    private static <R> StudyPage.Content page(
            List<R> rows,
            List<String> names,
            Map<String, ToDoubleFunction<R>> parts,
            StudyPage.Table<R> table,
            Given given) {
        Chart.Builder chart = Chart.titled(given.title)
                .x(Axis.of("", names))
                .y(Axis.linear("time of a GPU in a step", Quantity.SECONDS));
        parts.forEach((name, seconds) -> {
            if (rows.stream().anyMatch(row -> seconds.applyAsDouble(row) > 0)) {
                chart.add(Series.of(name, Series.Style.BARS, rows, row -> Math.max(0, seconds.applyAsDouble(row))));
            }
        });
        Map<String, String> facts = new LinkedHashMap<>(given.common.provenance());
        facts.put("seed", Long.toString(given.common.seed()));
        String decision = given.verdict.isDecision() ? "; " + given.verdict.sentence() : "";
        return new StudyPage.Content(
                given.title,
                given.verdict.opening() + decision,
                List.of(chart.build()),
                table,
                facts,
                List.copyOf(given.warnings));
    }
}
