package org.tailback.cli.training;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.verdict.Setting;
import org.tailback.cli.verdict.Verdict;
import org.tailback.platform.Interval;
import org.tailback.report.StudyPage;

/**
 * Divisions of the work of training steps, best first, with their verdict and page.
 *
 * @param question title of the page
 * @param file name of the training file
 * @param areNumbered whether the verdict numbers the rows
 * @param parts seconds of a step by the activity of a GPU
 */
record Divisions<S extends Divisions.Step>(
        String question,
        String file,
        List<S> rows,
        boolean areNumbered,
        Function<S, String> name,
        Map<String, ToDoubleFunction<S>> parts,
        TableColumns<S> columns) {
    /** Division of a step with the interval of the step's time. */
    interface Step {
        double step();

        @Nullable
        Interval interval();
    }

    /**
     * Returns the verdict on the best division, with the significance of its lead over the others.
     *
     * @param isOfOnePlatform whether all steps are on the platform of the setting
     */
    Verdict verdict(String opening, boolean isOfOnePlatform, Setting setting, double modelError) {
        double error = setting.outside().isEmpty() ? modelError : Double.NaN;
        return Verdict.between(
                opening,
                rows.stream()
                        .map(row -> setting.candidate(
                                areNumbered ? Verdict.row(rows.indexOf(row) + 1, name.apply(row)) : name.apply(row),
                                row.step(),
                                row.interval(),
                                isOfOnePlatform,
                                error))
                        .toList(),
                error,
                Double.isNaN(error) ? setting.doubt() : "");
    }

    /** Returns a page with one bar per division, which consists of the parts of the division's step. */
    StudyPage.Content page(Verdict verdict, CommonOptions common, Collection<String> warnings) {
        List<Series> bars = new ArrayList<>();
        parts.forEach((part, seconds) -> {
            if (rows.stream().anyMatch(row -> seconds.applyAsDouble(row) > 0)) {
                bars.add(Series.of(part, Series.Style.PARTS, rows, row -> Math.max(0, seconds.applyAsDouble(row))));
            }
        });
        Chart chart = Chart.titled(question)
                .subtitle(file)
                .x(Axis.of("", rows.stream().map(name).toList()))
                .y(Axis.linear("time of a GPU in a step", Quantity.SECONDS))
                .add(bars);
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("seed", Long.toString(common.seed()));
        return new StudyPage.Content(
                question, verdict.forPage(), List.of(chart), columns.page(rows), facts, List.copyOf(warnings));
    }
}
