package org.tailback.study.collective;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.chart.Series.Style;

/**
 * The rows of a study as charts: over the size if there are several, otherwise over the number of ranks, otherwise over the strength of the
 * jitter. Every combination of the other properties is a line; so is the formula {@code plogp}, which knows no contention.
 */
public final class CollectiveCharts {
    private CollectiveCharts() {}

    /** Times of the algorithms. */
    public static Chart times(String title, List<CollectiveRow> rows) {
        Over over = over(rows);
        Chart.Builder chart = Chart.titled(title).x(axis(over)).y(Axis.logarithmic("time", Quantity.SECONDS));
        groups(rows).forEach((name, group) -> {
            chart.add(series(name, over, group, row -> row.times().mean())
                    .withIntervals(
                            values(group, row -> row.times().low()),
                            values(group, row -> row.times().high())));
            TreeSet<String> formulas = new TreeSet<>();
            group.forEach(row -> formulas.addAll(row.closedForm().keySet()));
            // the others are what is simulated, or its worst case: they would cover its line
            formulas.removeIf(formula -> !formula.equals("plogp"));
            for (String formula : formulas) {
                chart.add(series(
                        name + ", formula " + formula,
                        over,
                        group,
                        row -> row.closedForm().getOrDefault(formula, Double.NaN)));
            }
        });
        return chart.build();
    }

    /** In which share of the runs there was at least one retransmission timeout. */
    public static Chart timeouts(String title, List<CollectiveRow> rows) {
        Over over = over(rows);
        Chart.Builder chart =
                Chart.titled(title).x(axis(over)).y(Axis.linear("runs with a retransmission timeout", Quantity.SHARE));
        groups(rows)
                .forEach((name, group) ->
                        chart.add(series(name, over, group, row -> row.late().value())
                                .withIntervals(
                                        values(group, row -> row.late().low()),
                                        values(group, row -> row.late().high()))));
        return chart.build();
    }

    private enum Over {
        SIZE,
        RANKS,
        JITTER
    }

    private static Over over(List<CollectiveRow> rows) {
        boolean sizes = rows.stream().map(CollectiveRow::bytes).distinct().count() > 1;
        boolean ranks = rows.stream().map(CollectiveRow::ranks).distinct().count() > 1;
        boolean jitter =
                rows.stream().map(CollectiveRow::jitterScale).distinct().count() > 1;
        return sizes ? Over.SIZE : jitter && !ranks ? Over.JITTER : Over.RANKS;
    }

    private static Axis axis(Over over) {
        return switch (over) {
            case SIZE -> Axis.logarithmic("size", Quantity.BYTES);
            case RANKS -> Axis.logarithmic("ranks", Quantity.NUMBER);
            case JITTER -> Axis.linear("strength of the jitter", Quantity.NUMBER);
        };
    }

    private static double place(Over over, CollectiveRow row) {
        return switch (over) {
            case SIZE -> row.bytes();
            case RANKS -> row.ranks();
            case JITTER -> row.jitterScale();
        };
    }

    private static Map<String, List<CollectiveRow>> groups(List<CollectiveRow> rows) {
        Over over = over(rows);
        boolean variants = rows.stream().map(CollectiveRow::variant).distinct().count() > 1;
        boolean strengths = over != Over.JITTER
                && rows.stream().map(CollectiveRow::jitterScale).distinct().count() > 1;
        Map<String, List<CollectiveRow>> groups = new LinkedHashMap<>();
        for (CollectiveRow row : rows) {
            String name = row.algorithm()
                    + (over == Over.RANKS ? "" : ", " + row.ranks() + " ranks")
                    + (variants ? ", " + row.variant() : "")
                    + (strengths ? ", jitter " + row.jitterScale() : "");
            groups.computeIfAbsent(name, key -> new ArrayList<>()).add(row);
        }
        groups.values().forEach(group -> group.sort((a, b) -> Double.compare(place(over, a), place(over, b))));
        return groups;
    }

    private static Series series(
            String name, Over over, List<CollectiveRow> group, ToDoubleFunction<CollectiveRow> value) {
        return Series.of(name, Style.LINE, values(group, row -> place(over, row)), values(group, value));
    }

    private static double[] values(List<CollectiveRow> group, ToDoubleFunction<CollectiveRow> value) {
        return group.stream().mapToDouble(value).toArray();
    }
}
