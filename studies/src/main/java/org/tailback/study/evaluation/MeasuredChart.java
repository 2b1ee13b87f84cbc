package org.tailback.study.evaluation;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Guide;
import org.tailback.chart.Series;
import org.tailback.chart.Series.Style;
import org.tailback.trace.measured.MeasuredRun;
import org.tailback.trace.measured.MeasuredRun.CallTime;
import org.tailback.trace.measured.MeasuredRun.RankTime;

/**
 * Charts that compare measured and predicted times. They follow Figs. 8 and 9 of Martinasso and Méhaut (2011), but per
 * kind of call or per rank instead of per task.
 */
public final class MeasuredChart {
    /** Largest number of ranks drawn as pairs of bars; more ranks are drawn as points. */
    private static final int MOST_BARS = 32;

    private static final String RECORDED = "recorded";
    private static final String SIMULATED = "predicted";
    private static final String QUESTION = "Does the prediction match the recording?";

    private MeasuredChart() {}

    /** Returns a chart with a pair of bars per kind of call, which show the sums over all ranks. */
    public static Chart byCalls(MeasuredRun run, String trace) {
        List<CallTime> calls = run.calls();
        Axis kinds = Axis.of("", calls.stream().map(CallTime::kind).toList());
        return pairs(trace, kinds, "time, all ranks", calls, CallTime::recorded, CallTime::simulated);
    }

    private static <T> Chart pairs(
            String trace, Axis x, String y, List<T> rows, ToDoubleFunction<T> recorded, ToDoubleFunction<T> simulated) {
        return Chart.titled(QUESTION)
                .subtitle(trace)
                .x(x)
                .y(Axis.linear(y, Quantity.SECONDS))
                .add(Series.of(RECORDED, Style.BARS, rows, recorded))
                .add(Series.of(SIMULATED, Style.BARS, rows, simulated));
    }

    /**
     * Returns a chart with a pair of bars per rank. More than {@value #MOST_BARS} ranks are drawn as points, predicted
     * over recorded time, with the line of equality.
     */
    public static Chart byRanks(MeasuredRun run, String trace) {
        List<RankTime> ranks = run.ranks();
        if (ranks.size() > MOST_BARS) {
            double most = Math.max(run.recorded(), run.simulated());
            return Chart.titled(QUESTION)
                    .subtitle(trace)
                    .x(Axis.linear(RECORDED, Quantity.SECONDS))
                    .y(Axis.linear(SIMULATED, Quantity.SECONDS))
                    .add(Series.of("a rank each", Style.POINTS, ranks, RankTime::recorded, RankTime::simulated))
                    .add(new Guide("equal", 0, 0, most, most));
        }
        Axis numbers =
                Axis.of("rank", ranks.stream().map(rank -> "" + rank.rank()).toList());
        return pairs(trace, numbers, "time", ranks, RankTime::recorded, RankTime::simulated);
    }

    /**
     * Returns a chart of predicted over measured times on logarithmic axes: a point per row and a colour per group.
     *
     * @param groups groups of rows by name, with at least one row in total
     * @param factor factor of the lines next to the diagonal, > 1
     * @param label label of the upper line
     */
    public static <T> Chart predictedOverMeasured(
            String title,
            Map<String, List<T>> groups,
            ToDoubleFunction<T> measured,
            ToDoubleFunction<T> predicted,
            double factor,
            String label) {
        DoubleSummaryStatistics times = groups.values().stream()
                .flatMap(List::stream)
                .mapToDouble(measured)
                .summaryStatistics();
        double low = times.getMin();
        double high = times.getMax();
        return Chart.titled(title)
                .x(Axis.logarithmic("measured", Quantity.SECONDS))
                .y(Axis.logarithmic("predicted", Quantity.SECONDS))
                .add(groups.entrySet().stream()
                        .map(group -> Series.of(group.getKey(), Style.POINTS, group.getValue(), measured, predicted))
                        .toList())
                .add(new Guide("", low, low, high, high))
                .add(new Guide(label, low, factor * low, high, factor * high))
                .add(new Guide("", low, low / factor, high, high / factor));
    }
}
