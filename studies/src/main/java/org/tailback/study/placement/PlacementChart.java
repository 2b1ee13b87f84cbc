package org.tailback.study.placement;

import java.util.ArrayList;
import java.util.List;
import org.tailback.chart.Axis;
import org.tailback.chart.Axis.Quantity;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.chart.Series.Style;
import org.tailback.study.placement.PlacementResult.Improvement;

/** Chart of the result of a search. */
public final class PlacementChart {
    private PlacementChart() {}

    /**
     * Returns the best makespan over the replays done, next to that of round-robin, that without contention, and the
     * bound of all placements.
     */
    public static Chart search(String trace, PlacementResult result) {
        List<Improvement> steps = new ArrayList<>(result.improvements());
        steps.add(new Improvement(result.replays(), result.makespan(), ""));
        Chart.Builder chart = Chart.titled("How much does a better placement save?")
                .subtitle(trace)
                .x(Axis.linear("placements replayed", Quantity.NUMBER))
                .y(Axis.linear("makespan", Quantity.SECONDS))
                .add(Series.of("best so far", Style.STEPS, steps, Improvement::replays, Improvement::makespan));
        line(chart, "round-robin", result.bestRoundRobin(), result.replays());
        line(chart, "uncontended", result.uncontended(), result.replays());
        line(chart, "lower bound", result.lowerBound(), result.replays());
        return chart.build();
    }

    private static void line(Chart.Builder chart, String name, double makespan, int replays) {
        if (Double.isFinite(makespan)) {
            chart.add(Series.of(name, Style.STEPS, new double[] {1, replays}, new double[] {makespan, makespan}));
        }
    }
}
