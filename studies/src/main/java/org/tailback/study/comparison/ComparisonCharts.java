package org.tailback.study.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.chart.Series.Style;
import org.tailback.platform.Interval;
import org.tailback.study.comparison.Comparison.Row;
import org.tailback.table.ShortNames;

/** Charts of a comparison. Each chart requires at least one row. */
public final class ComparisonCharts {
    private ComparisonCharts() {}

    /**
     * Returns a chart with a bar per combination. The bar shows the makespan with its error, and a mark shows the
     * makespan without contention and losses.
     *
     * @param trace name of the program
     * @param interval function that returns the interval of a row; null if unknown
     * @param meaning meaning of the intervals
     */
    public static Chart makespans(
            String trace, List<Row> rows, Function<Row, @Nullable Interval> interval, String meaning) {
        return Chart.titled(question(rows))
                .subtitle(trace)
                .intervals(rows.stream().allMatch(row -> interval.apply(row) == null) ? "" : meaning)
                .x(Axis.of("", names(rows)))
                .y(Axis.linear("makespan", Quantity.SECONDS))
                .add(Series.of("makespan", Style.BARS, rows, Row::makespan)
                        .withIntervals(
                                rows,
                                row -> end(row, interval.apply(row), Interval::low),
                                row -> end(row, interval.apply(row), Interval::high)))
                .add(Series.of(
                        "without contention",
                        Style.POINTS,
                        rows,
                        row -> row.times().uncontended()));
    }

    /** Returns the question that the rows answer. */
    private static String question(List<Row> rows) {
        boolean platforms = count(rows, Row::platform) > 1;
        boolean placements = count(rows, Row::placement) > 1;
        boolean runs = count(rows, Row::workload) > 1;
        if (rows.size() == 1) {
            return "How long does the program take?";
        } else if (runs) {
            return "Which run is fastest?";
        } else if (platforms && placements) {
            return "Which network and placement are fastest?";
        }
        return platforms
                ? "Which network is fastest?"
                : placements ? "Which placement is fastest?" : "What do the models predict?";
    }

    private static double end(Row row, @Nullable Interval interval, ToDoubleFunction<Interval> side) {
        return interval == null ? row.makespan() : side.applyAsDouble(interval);
    }

    /**
     * Returns a chart with a bar per combination, which shows price times makespan divided by the smallest such
     * product. Prices must be known.
     */
    public static Chart runPrices(String title, List<Row> rows) {
        double least = rows.stream().mapToDouble(Row::runPrice).min().orElse(Double.NaN);
        return Chart.titled(title)
                .x(Axis.of("", names(rows)))
                .y(Axis.linear("price times makespan, relative", Quantity.NUMBER))
                .add(Series.of("run price", Style.BARS, rows, row -> row.runPrice() / least));
    }

    /**
     * Returns distinct names of the combinations. The names of platform files omit folders and extensions if they
     * remain distinct.
     */
    public static List<String> names(List<Row> rows) {
        UnaryOperator<String> shortened =
                ShortNames.of(rows.stream().map(Row::platform).toList());
        boolean placements = count(rows, Row::placement) > 1;
        boolean models = rows.size() > 1
                && count(rows, row -> row.workload() + row.platform() + "\n" + row.placement()) < rows.size();
        boolean runs = count(rows, Row::workload) > 1;
        UnaryOperator<String> different =
                ShortNames.different(rows.stream().map(Row::workload).toList());
        List<String> names = new ArrayList<>();
        for (Row row : rows) {
            names.add((runs ? different.apply(row.workload()) + ", " : "")
                    + shortened.apply(row.platform())
                    + (placements ? ", " + words(row.placement()) : "")
                    + (models ? ", " + row.model() : ""));
        }
        return names;
    }

    /**
     * Returns a placement in words, such as {@code 16 ranks per node} for a placement that contains a number of ranks
     * per node.
     */
    private static String words(String placement) {
        return placement.equals("round-robin-node")
                ? "cyclic over nodes"
                : placement
                        .replaceFirst("^block:(?=ranks-per-node|nodes=)", "")
                        .replaceFirst("ranks-per-node=1\\b", "1 rank per node")
                        .replaceFirst("ranks-per-node=(\\d+)", "$1 ranks per node")
                        .replaceFirst(",?\\bnodes=(\\d+)", " on $1 nodes")
                        .strip();
    }

    private static long count(List<Row> rows, Function<Row, String> property) {
        return rows.stream().map(property).distinct().count();
    }
}
