package org.tailback.cli.training;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.TableColumns;
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
        TrainingOutput.PARTS.forEach(part -> parts.put(part.name(), part::of));
        return page(
                "Where does the time of a step go?",
                rows.get(0).name(),
                rows,
                TrainingOutput.names(rows),
                parts,
                TrainingOutput.columns(rows),
                verdict,
                common,
                warnings);
    }

    static StudyPage.Content ofSearch(
            Path file, List<Found> rows, Verdict verdict, CommonOptions common, Collection<String> warnings) {
        Map<String, ToDoubleFunction<Found>> parts = new LinkedHashMap<>();
        TableColumns<Found> columns = TrainingOutput.columnsOfSearch(rows);
        SEARCHED.forEach((name, seconds) -> {
            parts.put(name, row -> seconds.applyAsDouble(row.parts()));
            columns.onPage(name, Unit.SECONDS, row -> seconds.applyAsDouble(row.parts()));
        });
        return page(
                "Which division is fastest?",
                String.valueOf(file.getFileName()),
                rows,
                row -> TrainingOutput.text(row.parallelism()) + ", micro-batch " + row.microBatch(),
                parts,
                columns,
                verdict,
                common,
                warnings);
    }

    private static <R> StudyPage.Content page(
            String title,
            String subtitle,
            List<R> rows,
            Function<R, String> name,
            Map<String, ToDoubleFunction<R>> parts,
            TableColumns<R> table,
            Verdict verdict,
            CommonOptions common,
            Collection<String> warnings) {
        List<Series> bars = new ArrayList<>();
        parts.forEach((part, seconds) -> {
            if (rows.stream().anyMatch(row -> seconds.applyAsDouble(row) > 0)) {
                bars.add(Series.of(part, Series.Style.PARTS, rows, row -> Math.max(0, seconds.applyAsDouble(row))));
            }
        });
        Chart chart = Chart.titled(title)
                .subtitle(subtitle)
                .x(Axis.of("", rows.stream().map(name).toList()))
                .y(Axis.linear("time of a GPU in a step", Quantity.SECONDS))
                .add(bars);
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("seed", Long.toString(common.seed()));
        return new StudyPage.Content(
                title, verdict.forPage(), List.of(chart), table.page(rows), facts, List.copyOf(warnings));
    }
}
