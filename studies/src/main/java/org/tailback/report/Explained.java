package org.tailback.report;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Axis;
import org.tailback.chart.Chart;
import org.tailback.chart.Series;
import org.tailback.explain.CriticalChain;
import org.tailback.explain.PartKind;
import org.tailback.explain.Segment;
import org.tailback.study.derivative.Derivative;
import org.tailback.study.derivative.PlatformNumber;
import org.tailback.study.derivative.Tolerance;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.study.whatif.Change;
import org.tailback.table.Json;
import org.tailback.table.UnbrokenNumbers;

/**
 * Explanation of the makespan of a run, for its page.
 *
 * @param verdict verdict, one sentence
 * @param chain critical path; null if not requested
 * @param changes replayed changes in descending order of their savings; empty if not requested
 * @param efficiencies efficiencies of the run; null if not requested
 * @param numbers effects of the platform's numbers on the makespan; null if not requested
 */
public record Explained(
        String verdict,
        @Nullable CriticalChain chain,
        List<Change.Outcome> changes,
        @Nullable Efficiencies efficiencies,
        @Nullable Numbers numbers) {
    private static final int MOST = 1000;

    /**
     * Effects of the numbers of the platform on the makespan.
     *
     * @param derivatives derivatives of the makespan by platform number, in descending order of the elasticities
     * @param tolerances makespans over ranges of numbers; empty if not requested
     * @param makespan makespan with the current numbers, seconds
     * @param trace name of the trace
     */
    public record Numbers(List<Derivative> derivatives, List<Tolerance> tolerances, double makespan, String trace) {
        private Map<String, Object> data() {
            return ImmutableMap.of(
                    "derivatives",
                    Lists.transform(
                            derivatives,
                            each -> List.of(
                                    each.name(),
                                    PlatformNumber.text(each.value(), each.unit()),
                                    each.elasticity(),
                                    each.elasticity() * makespan / 100)),
                    "limits",
                    tolerances.stream().flatMap(Numbers::limits).toList());
        }

        private static Stream<List<?>> limits(Tolerance tolerance) {
            PlatformNumber number = tolerance.number();
            return tolerance.limits().isEmpty()
                    ? Stream.of(List.of(number.name(), Tolerance.LONGER.get(0), "nowhere in the range", Double.NaN))
                    : tolerance.limits().stream()
                            .map(limit -> List.of(
                                    number.name(),
                                    limit.longer(),
                                    PlatformNumber.text(limit.value(), number.unit()),
                                    limit.value() / number.value()));
        }
    }

    /** Returns a chart of the makespan over the numbers of the platform, both relative to their current values. */
    public static Chart chart(List<Tolerance> tolerances, String trace) {
        List<Series> series = new ArrayList<>();
        for (Tolerance each : tolerances) {
            String name = each.number().name();
            series.add(series(each, name, Series.Style.LINE, Tolerance.Point::makespan));
            series.add(series(each, name + " by derivative", Series.Style.POINTS, Tolerance.Point::byDerivative));
        }
        return Chart.titled("How far may a number of the platform change?")
                .subtitle(trace)
                .x(Axis.linear("value relative to the present value", Axis.Quantity.NUMBER))
                .y(Axis.linear("makespan relative to the present makespan", Axis.Quantity.NUMBER))
                .add(series);
    }

    private static Series series(
            Tolerance of, String name, Series.Style style, ToDoubleFunction<Tolerance.Point> time) {
        return Series.of(
                name,
                style,
                of.points(),
                point -> point.value() / of.number().value(),
                point -> time.applyAsDouble(point) / of.makespan());
    }

    /** Uninterrupted interval of the critical path on one rank. */
    private record Stay(int rank, double from, double to) {}

    /** Writes the requested results into the data of the page. */
    void write(Json json) {
        if (chain != null) {
            json.field("why", data(chain));
        }
        if (efficiencies != null) {
            List<List<?>> factors =
                    Lists.transform(efficiencies.factors(), each -> List.of(each.label(), each.value()));
            json.field("efficiencies", Map.of("factors", factors));
        }
        if (numbers != null) {
            json.field("numbers", numbers.data());
        }
    }

    private Map<String, Object> data(CriticalChain its) {
        List<Stay> stays = stays(its.path());
        return ImmutableMap.of(
                "verdict",
                UnbrokenNumbers.of(verdict),
                "note",
                its.segments() > its.path().size()
                        ? "The line in the timeline shows the latest "
                                + its.path().size() + " of " + its.segments() + " segments of the critical path."
                        : "The line in the timeline is the critical path.",
                "parts",
                its.parts().entrySet().stream()
                        .filter(part -> part.getValue() > 0)
                        .sorted(Map.Entry.<PartKind, Double>comparingByValue(Comparator.reverseOrder()))
                        .map(part -> List.of(part.getKey().label(), part.getValue()))
                        .toList(),
                "path",
                ImmutableMap.of(
                        "rank", Lists.transform(stays, Stay::rank),
                        "from", Lists.transform(stays, Stay::from),
                        "to", Lists.transform(stays, Stay::to)),
                "culprits",
                its.culprits().stream()
                        .limit(MOST)
                        .map(each -> List.of(each.type().label(), each.name(), each.contention(), each.timeouts()))
                        .toList(),
                "changes",
                Lists.transform(
                        changes,
                        change -> List.of(
                                change.change(),
                                change.makespan(),
                                change.saves(),
                                change.saves() / its.makespan(),
                                change.promised())));
    }

    private static List<Stay> stays(List<Segment> path) {
        List<Stay> stays = new ArrayList<>();
        for (Segment segment : path) {
            int last = stays.size() - 1;
            if (last >= 0 && stays.get(last).rank() == segment.rank()) {
                stays.set(last, new Stay(segment.rank(), stays.get(last).from(), segment.to()));
            } else {
                stays.add(new Stay(segment.rank(), segment.from(), segment.to()));
            }
        }
        return stays;
    }
}
