package org.tailback.study.collective;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Line;
import org.tailback.chart.Series;
import org.tailback.table.ShortestNumbers;
import org.tailback.units.SizeUnits;

/**
 * Charts of the rows of a study. The horizontal axis is the size if the study has several sizes, otherwise the number
 * of ranks, otherwise the strength of the jitter. Each {@link Line} is an algorithm with one combination of the other
 * properties (ranks, ranks per node, loss, jitter). The formula {@code plogp}, which has no contention, is a separate
 * line.
 */
public final class CollectiveCharts {
    private static final String FORMULA = "plogp";

    private final List<CollectiveRow> rows;
    private final Over over;
    private final Map<Line, List<CollectiveRow>> lines = new LinkedHashMap<>();

    private enum Over {
        SIZE(CollectiveRow::bytes),
        RANKS(CollectiveRow::ranks),
        JITTER(CollectiveRow::jitterScale);

        private final ToDoubleFunction<CollectiveRow> value;

        Over(ToDoubleFunction<CollectiveRow> value) {
            this.value = value;
        }
    }

    private CollectiveCharts(List<CollectiveRow> rows) {
        this.rows = rows;
        boolean ranksDiffer = differ(CollectiveRow::ranks);
        boolean jitterDiffers = differ(CollectiveRow::jitterScale);
        over = differ(CollectiveRow::bytes) ? Over.SIZE : jitterDiffers && !ranksDiffer ? Over.JITTER : Over.RANKS;
        boolean nodesDiffer = differ(CollectiveRow::ranksPerNode);
        boolean variantsDiffer = differ(CollectiveRow::variant);
        for (CollectiveRow row : rows) {
            String condition = Line.joined(
                    ranksDiffer && over != Over.RANKS ? row.ranks() + " ranks" : "",
                    nodesDiffer ? row.ranksPerNode() + " per node" : "",
                    variantsDiffer ? row.variant() : "",
                    jitterDiffers && over != Over.JITTER
                            ? "jitter " + ShortestNumbers.shortest(row.jitterScale())
                            : "");
            lines.computeIfAbsent(new Line(row.algorithm(), condition), key -> new ArrayList<>())
                    .add(row);
        }
        lines.values().forEach(line -> line.sort(Comparator.comparingDouble(over.value)));
    }

    private boolean differ(Function<CollectiveRow, Object> property) {
        return rows.stream().map(property).distinct().count() > 1;
    }

    /** Returns a chart of the times of the algorithms. */
    public static Chart times(String operation, List<CollectiveRow> rows) {
        CollectiveCharts charts = new CollectiveCharts(rows);
        String intervals = rows.stream().anyMatch(row -> row.coverage() > 0)
                ? "range of measured times, from the platform's error"
                : rows.stream().anyMatch(row -> row.replications() > 1) ? "95 % confidence of the mean" : "";
        return Chart.titled(
                        charts.differ(CollectiveRow::algorithm)
                                ? "Which algorithm is fastest?"
                                : "How long does the operation take?")
                .subtitle(operation)
                .intervals(intervals)
                .x(charts.axis())
                .y(Axis.logarithmic("time", Quantity.SECONDS))
                .add(charts.series(true, CollectiveRow::time, CollectiveRow::low, CollectiveRow::high));
    }

    /** Returns a chart of the share of runs with at least one retransmission timeout. */
    public static Chart timeouts(String operation, List<CollectiveRow> rows) {
        CollectiveCharts charts = new CollectiveCharts(rows);
        return Chart.titled("How often does a run wait for a retransmission timeout?")
                .subtitle(operation)
                .x(charts.axis())
                .y(Axis.linear("runs with a retransmission timeout", Quantity.SHARE))
                .add(charts.series(
                        false,
                        CollectiveRow::timeoutProbability,
                        row -> row.late().low(),
                        row -> row.late().high()));
    }

    private Axis axis() {
        CollectiveRow any = rows.get(0);
        String ranks = differ(CollectiveRow::ranks) ? "" : " (" + any.ranks() + " ranks)";
        String size = any.bytes() == 0
                ? ""
                : " (" + SizeUnits.of(DoubleStream.of(any.bytes())).text(any.bytes()) + ")";
        return switch (over) {
            case SIZE -> Axis.logarithmic("size" + ranks, Quantity.BYTES);
            case RANKS -> Axis.logarithmic("ranks" + size, Quantity.NUMBER);
            case JITTER -> Axis.linear("strength of the jitter" + ranks, Quantity.NUMBER);
        };
    }

    private List<Series> series(
            boolean withFormula,
            ToDoubleFunction<CollectiveRow> value,
            ToDoubleFunction<CollectiveRow> low,
            ToDoubleFunction<CollectiveRow> high) {
        boolean hasPanels = Line.needPanels(lines.keySet());
        List<Series> series = new ArrayList<>();
        lines.forEach((line, group) -> {
            series.add(line.of("", hasPanels, group, over.value, value).withIntervals(group, low, high));
            // other formulas equal the simulated time or its worst case: their lines would cover the line of the
            // simulated time
            if (withFormula && group.stream().anyMatch(row -> row.closedForm().containsKey(FORMULA))) {
                series.add(line.of(
                        "formula " + FORMULA,
                        hasPanels,
                        group,
                        over.value,
                        row -> row.closedForm().getOrDefault(FORMULA, Double.NaN)));
            }
        });
        return series;
    }
}
