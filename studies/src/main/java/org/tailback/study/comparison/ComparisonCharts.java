package org.tailback.study.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.chart.Series.Style;
import org.tailback.table.ShortNames;

/** A comparison as charts. Each takes at least one row. */
public final class ComparisonCharts {
    private ComparisonCharts() {}

    /** Returns a pair of bars for each combination: its makespan, and that without contention and losses. */
    public static Chart makespans(String title, List<Comparison.Row> rows) {
        return Chart.titled(title)
                .x(Axis.of("", names(rows)))
                .y(Axis.linear("makespan", Quantity.SECONDS))
                .add(Series.of("makespan", Style.BARS, values(rows, Comparison.Row::makespan)))
                .add(Series.of("uncontended", Style.BARS, values(rows, Comparison.Row::uncontended)))
                .build();
    }

    /** Returns a bar for each combination: price times makespan, divided by the smallest. Prices are known. */
    public static Chart runPrices(String title, List<Comparison.Row> rows) {
        double least = rows.stream().mapToDouble(Comparison.Row::runPrice).min().orElse(Double.NaN);
        return Chart.titled(title)
                .x(Axis.of("", names(rows)))
                .y(Axis.linear("price times makespan, relative", Quantity.NUMBER))
                .add(Series.of("run price", Style.BARS, values(rows, row -> row.runPrice() / least)))
                .build();
    }

    /** Returns the time that the combinations lose to contention: a line each over the tenths of its run. */
    public static Chart contention(String title, List<Comparison.Row> rows) {
        Chart.Builder chart = Chart.titled(title)
                .x(Axis.linear("tenth of the run", Quantity.NUMBER))
                .y(Axis.linear("lost to contention, all messages", Quantity.SECONDS));
        List<String> names = names(rows);
        for (int i = 0; i < rows.size(); i++) {
            List<Comparison.Phase> phases = rows.get(i).phases();
            chart.add(Series.of(
                    names.get(i),
                    Style.LINE,
                    IntStream.rangeClosed(1, phases.size())
                            .mapToDouble(tenth -> tenth)
                            .toArray(),
                    phases.stream()
                            .mapToDouble(Comparison.Phase::lostToContention)
                            .toArray()));
        }
        return chart.build();
    }

    /**
     * Returns distinct names of the combinations; platform files without their folders and endings where that is
     * enough.
     */
    static List<String> names(List<Comparison.Row> rows) {
        UnaryOperator<String> shortened =
                ShortNames.of(rows.stream().map(Comparison.Row::platform).toList());
        boolean placements = count(rows, Comparison.Row::placement) > 1;
        boolean models = rows.size() > 1
                && count(rows, row -> row.workload() + row.platform() + "\n" + row.placement()) < rows.size();
        boolean runs = count(rows, Comparison.Row::workload) > 1;
        UnaryOperator<String> different =
                ShortNames.different(rows.stream().map(Comparison.Row::workload).toList());
        List<String> names = new ArrayList<>();
        for (Comparison.Row row : rows) {
            names.add((runs ? different.apply(row.workload()) + ", " : "")
                    + shortened.apply(row.platform())
                    + (placements ? ", " + row.placement() : "")
                    + (models ? ", " + row.model() : ""));
        }
        return names;
    }

    private static long count(List<Comparison.Row> rows, Function<Comparison.Row, String> property) {
        return rows.stream().map(property).distinct().count();
    }

    private static double[] values(List<Comparison.Row> rows, ToDoubleFunction<Comparison.Row> of) {
        return rows.stream().mapToDouble(of).toArray();
    }
}
