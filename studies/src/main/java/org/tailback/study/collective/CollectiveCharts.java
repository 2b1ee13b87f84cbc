package org.tailback.study.collective;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.chart.Series.Style;
import org.tailback.table.ShortestNumbers;
import org.tailback.units.SizeUnits;

/**
 * Charts of the rows of a study: over the size if there are several, otherwise over the number of ranks, otherwise over
 * the strength of the jitter. A colour is an algorithm. Every combination of the other properties (ranks, ranks per
 * node, loss, jitter) is a dash, or a panel if there are more than {@value #MOST_DASHES}, or more than {@value
 * #MOST_LINES} lines. The formula {@code plogp}, which has no contention, is a line of its own.
 */
public final class CollectiveCharts {
    private static final int MOST_DASHES = 3;

    private static final int MOST_LINES = 12;

    private CollectiveCharts() {}

    /** The line of a chart that a row belongs to: an algorithm under a condition, such as a number of ranks. */
    private record Line(String algorithm, String condition) {
        String name() {
            return condition.isEmpty() ? algorithm : algorithm + ", " + condition;
        }
    }

    /** Returns a chart of the times of the algorithms. */
    public static Chart times(String operation, List<CollectiveRow> rows) {
        Over over = over(rows);
        boolean several = differ(rows, CollectiveRow::algorithm);
        Chart.Builder chart = Chart.titled(
                        several ? "Which algorithm is fastest?" : "How long does the operation take?")
                .subtitle(operation)
                .intervals(intervals(rows))
                .x(axis(over, rows))
                .y(Axis.logarithmic("time", Quantity.SECONDS));
        Map<Line, List<CollectiveRow>> groups = groups(rows);
        boolean panels = panels(groups);
        groups.forEach((line, group) -> {
            chart.add(series(line, "", panels, over, group, CollectiveRow::time)
                    .withIntervals(group, CollectiveRow::low, CollectiveRow::high));
            TreeSet<String> formulas = new TreeSet<>();
            group.forEach(row -> formulas.addAll(row.closedForm().keySet()));
            // the others are the simulated time, or its worst case: they would cover its line
            formulas.removeIf(formula -> !formula.equals("plogp"));
            for (String formula : formulas) {
                chart.add(series(
                        line,
                        "formula " + formula,
                        panels,
                        over,
                        group,
                        row -> row.closedForm().getOrDefault(formula, Double.NaN)));
            }
        });
        return chart.build();
    }

    private static String intervals(List<CollectiveRow> rows) {
        if (rows.stream().anyMatch(row -> row.coverage() > 0)) {
            return "where measured times lie, by the platform's error";
        }
        return rows.stream().anyMatch(row -> row.replications() > 1) ? "95 % confidence of the mean" : "";
    }

    /** Returns a chart of the share of runs with at least one retransmission timeout. */
    public static Chart timeouts(String operation, List<CollectiveRow> rows) {
        Over over = over(rows);
        Chart.Builder chart = Chart.titled("How often does a run wait for a retransmission timeout?")
                .subtitle(operation)
                .x(axis(over, rows))
                .y(Axis.linear("runs with a retransmission timeout", Quantity.SHARE));
        Map<Line, List<CollectiveRow>> groups = groups(rows);
        boolean panels = panels(groups);
        groups.forEach((line, group) -> chart.add(series(
                        line, "", panels, over, group, CollectiveRow::timeoutProbability)
                .withIntervals(group, row -> row.late().low(), row -> row.late().high())));
        return chart.build();
    }

    private enum Over {
        SIZE(CollectiveRow::bytes),
        RANKS(CollectiveRow::ranks),
        JITTER(CollectiveRow::jitterScale);

        private final ToDoubleFunction<CollectiveRow> value;

        Over(ToDoubleFunction<CollectiveRow> value) {
            this.value = value;
        }
    }

    private static boolean differ(List<CollectiveRow> rows, Function<CollectiveRow, Object> property) {
        return rows.stream().map(property).distinct().count() > 1;
    }

    private static Over over(List<CollectiveRow> rows) {
        return differ(rows, CollectiveRow::bytes)
                ? Over.SIZE
                : differ(rows, CollectiveRow::jitterScale) && !differ(rows, CollectiveRow::ranks)
                        ? Over.JITTER
                        : Over.RANKS;
    }

    private static Axis axis(Over over, List<CollectiveRow> rows) {
        CollectiveRow any = rows.get(0);
        String ranks = rows.stream().allMatch(row -> row.ranks() == any.ranks()) ? " (" + any.ranks() + " ranks)" : "";
        String size = any.bytes() == 0
                ? ""
                : " (" + SizeUnits.of(DoubleStream.of(any.bytes())).text(any.bytes()) + ")";
        return switch (over) {
            case SIZE -> Axis.logarithmic("size" + ranks, Quantity.BYTES);
            case RANKS -> Axis.logarithmic("ranks" + size, Quantity.NUMBER);
            case JITTER -> Axis.linear("strength of the jitter" + ranks, Quantity.NUMBER);
        };
    }

    private static boolean panels(Map<Line, List<CollectiveRow>> groups) {
        long conditions =
                groups.keySet().stream().map(Line::condition).distinct().count();
        return conditions > MOST_DASHES || conditions > 1 && groups.size() > MOST_LINES;
    }

    private static Map<Line, List<CollectiveRow>> groups(List<CollectiveRow> rows) {
        Over over = over(rows);
        boolean ranks = over != Over.RANKS && differ(rows, CollectiveRow::ranks);
        boolean shared = differ(rows, CollectiveRow::ranksPerNode);
        boolean variants = differ(rows, CollectiveRow::variant);
        boolean strengths = over != Over.JITTER && differ(rows, CollectiveRow::jitterScale);
        Map<Line, List<CollectiveRow>> groups = new LinkedHashMap<>();
        for (CollectiveRow row : rows) {
            List<String> condition = new ArrayList<>();
            if (ranks) {
                condition.add(row.ranks() + " ranks");
            }
            if (shared) {
                condition.add(row.ranksPerNode() + " per node");
            }
            if (variants) {
                condition.add(row.variant());
            }
            if (strengths) {
                condition.add("jitter " + ShortestNumbers.shortest(row.jitterScale()));
            }
            groups.computeIfAbsent(new Line(row.algorithm(), String.join(", ", condition)), key -> new ArrayList<>())
                    .add(row);
        }
        groups.values().forEach(group -> group.sort(Comparator.comparingDouble(over.value)));
        return groups;
    }

    private static Series series(
            Line line,
            String formula,
            boolean panels,
            Over over,
            List<CollectiveRow> group,
            ToDoubleFunction<CollectiveRow> value) {
        String comma = line.condition().isEmpty() || formula.isEmpty() ? "" : ", ";
        return Series.of(line.name() + (formula.isEmpty() ? "" : ", " + formula), Style.LINE, group, over.value, value)
                .grouped(
                        line.algorithm(),
                        panels ? formula : line.condition() + comma + formula,
                        panels ? line.condition() : "");
    }
}
