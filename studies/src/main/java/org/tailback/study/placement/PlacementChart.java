package org.tailback.study.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
     * Returns a chart of the best makespan over the number of replays. Lines for comparison show the makespan of
     * round-robin, the makespan without contention, and the lower bound over all placements.
     */
    public static Chart search(String trace, PlacementResult result) {
        List<Improvement> steps = new ArrayList<>(result.improvements());
        steps.add(new Improvement(result.replays(), result.makespan(), ""));
        return Chart.titled("How much does a better placement save?")
                .subtitle(trace)
                .x(Axis.linear("placements replayed", Quantity.NUMBER))
                .y(Axis.linear("makespan", Quantity.SECONDS))
                .add(Series.of("best so far", Style.STEPS, steps, Improvement::replays, Improvement::makespan))
                .add(Stream.of(
                                line("round-robin", result.bestRoundRobin(), result),
                                line("uncontended", result.uncontended(), result),
                                line("lower bound", result.lowerBound(), result))
                        .filter(line -> Double.isFinite(line.y()[0]))
                        .toList());
    }

    private static Series line(String name, double makespan, PlacementResult result) {
        return Series.of(name, Style.STEPS, new double[] {1, result.replays()}, new double[] {makespan, makespan});
    }
}
