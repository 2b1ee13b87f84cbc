package org.tailback.study.sweep;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Line;
import org.tailback.chart.Series;
import org.tailback.chart.Series.Style;
import org.tailback.table.ShortNames;

/**
 * Charts of the rows of a sweep: makespans over the sizes if there are several sizes, otherwise over the numbers of
 * ranks if there are several, otherwise a bar for each run. Each network (platform, model, cost, loss) has a colour.
 * All other properties that vary are distinguished by dashes, or by panels if {@link Line#needPanels} requires them.
 * Runs that differ only in their seeds are drawn as a mean with the range of their makespans. Failed runs are omitted.
 */
public final class SweepCharts {
    private static final List<String> NETWORK = List.of("platform", "model", "cost", "loss");
    private static final List<String> OTHERS = List.of("workload", "ranks", "bytes", "placement", "computeScale");

    private SweepCharts() {}

    /**
     * Returns at least one chart of the makespans over sizes or ranks, and a chart with bars for runs without a size,
     * such as recorded traces.
     */
    public static List<Chart> makespans(String study, List<SweepRow> all) {
        List<SweepRow> rows = finished(all);
        String over = over(rows);
        List<SweepRow> with = withNumber(rows, over);
        List<SweepRow> without = rows.stream()
                .filter(row -> over.isEmpty() || row.field(over).isEmpty())
                .toList();
        List<Chart> charts = new ArrayList<>();
        if (!with.isEmpty()) {
            charts.add(lines(study, with, over));
        }
        if (!without.isEmpty() || with.isEmpty()) {
            charts.add(bars(with.isEmpty() ? study : study + ", runs without a size", without));
        }
        return charts;
    }

    /** Returns the runs that the first chart omits, one sentence per reason. */
    public static List<String> leftOut(List<SweepRow> all) {
        List<SweepRow> rows = finished(all);
        List<String> sentences = new ArrayList<>();
        String over = over(rows);
        if (over.isEmpty()) {
            return sentences;
        }
        List<SweepRow> with = withNumber(rows, over);
        if (with.size() < rows.size()) {
            sentences.add(rows.size() - with.size() + " of " + rows.size()
                    + " runs have no message size, such as recorded traces: they are omitted "
                    + "from the chart over sizes and shown in a second chart of the page");
        }
        long zero = with.stream().filter(row -> !(row.number("makespan") > 0)).count();
        if (zero > 0) {
            sentences.add(zero + " of " + rows.size() + " runs take 0 s and are omitted from the logarithmic axis");
        }
        return sentences;
    }

    private static List<SweepRow> finished(List<SweepRow> rows) {
        return rows.stream().filter(row -> !row.hasFailed()).toList();
    }

    /** Returns the rows with a number in a column; an empty list if the name of the column is empty. */
    private static List<SweepRow> withNumber(List<SweepRow> rows, String column) {
        return rows.stream()
                .filter(row -> !column.isEmpty() && !row.field(column).isEmpty())
                .toList();
    }

    private static String over(List<SweepRow> rows) {
        return varies(withNumber(rows, "bytes"), "bytes") ? "bytes" : varies(rows, "ranks") ? "ranks" : "";
    }

    private static Line line(List<SweepRow> rows, SweepRow row, String over) {
        return new Line(text(rows, row, NETWORK, over), text(rows, row, OTHERS, over));
    }

    private static Chart lines(String study, List<SweepRow> rows, String over) {
        Map<Line, TreeMap<Double, DoubleSummaryStatistics>> lines = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> line(rows, row, over),
                        LinkedHashMap::new,
                        Collectors.groupingBy(
                                row -> row.number(over),
                                TreeMap::new,
                                Collectors.summarizingDouble(row -> row.number("makespan")))));
        boolean hasPanels = Line.needPanels(lines.keySet());
        List<Series> series = new ArrayList<>();
        lines.forEach((line, points) -> {
            List<Entry<Double, DoubleSummaryStatistics>> entries = List.copyOf(points.entrySet());
            series.add(line.of(
                            "",
                            hasPanels,
                            entries,
                            Entry::getKey,
                            each -> each.getValue().getAverage())
                    .withIntervals(
                            entries,
                            each -> each.getValue().getMin(),
                            each -> each.getValue().getMax()));
        });
        return chart(study, lines.values().stream().flatMap(points -> points.values().stream()))
                .x(
                        over.equals("bytes")
                                ? Axis.logarithmic("size", Quantity.BYTES)
                                : Axis.logarithmic("ranks", Quantity.NUMBER))
                .y(Axis.logarithmic("makespan", Quantity.SECONDS))
                .add(series);
    }

    private static Chart bars(String study, List<SweepRow> rows) {
        Map<Line, DoubleSummaryStatistics> bars = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> line(rows, row, ""),
                        LinkedHashMap::new,
                        Collectors.summarizingDouble(row -> row.number("makespan"))));
        List<DoubleSummaryStatistics> makespans = List.copyOf(bars.values());
        return chart(study, makespans.stream())
                .x(Axis.of(
                        "",
                        bars.keySet().stream()
                                .map(line -> Line.joined(line.color(), line.condition()))
                                .toList()))
                .y(Axis.linear("makespan", Quantity.SECONDS))
                .add(Series.of("makespan", Style.BARS, makespans, DoubleSummaryStatistics::getAverage)
                        .withIntervals(makespans, DoubleSummaryStatistics::getMin, DoubleSummaryStatistics::getMax));
    }

    private static Chart chart(String study, Stream<DoubleSummaryStatistics> makespans) {
        return Chart.titled("How long do the runs take?")
                .subtitle(study)
                .intervals(makespans.allMatch(each -> each.getCount() == 1) ? "" : "shortest and longest repetition");
    }

    /** Returns a row's fields in the columns that vary among the rows. */
    private static String text(List<SweepRow> rows, SweepRow row, List<String> columns, String over) {
        List<String> parts = new ArrayList<>();
        UnaryOperator<String> shortened =
                ShortNames.of(rows.stream().map(each -> each.field("platform")).toList());
        for (String column : columns) {
            if (!column.equals(over) && varies(rows, column)) {
                String field = column.equals("platform") ? shortened.apply(row.field(column)) : row.field(column);
                boolean number = List.of("ranks", "computeScale").contains(column);
                parts.add(column.equals("bytes") ? field + " B" : number ? column + " " + field : field);
            }
        }
        return String.join(", ", parts);
    }

    private static boolean varies(List<SweepRow> rows, String column) {
        return rows.stream().map(row -> row.field(column)).distinct().count() > 1;
    }
}
