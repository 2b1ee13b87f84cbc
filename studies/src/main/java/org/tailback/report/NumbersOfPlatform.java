package org.tailback.report;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Chart;
import org.tailback.table.Json;

/**
 * How the makespan changes with the numbers of the platform, for its page.
 *
 * @param derivatives a row for each number, that with the largest elasticity first
 * @param limits values at which the makespan is longer; empty if not asked for
 * @param curves makespans over ranges of numbers; null if not asked for
 */
public record NumbersOfPlatform(
        List<Derivative> derivatives,
        List<Limit> limits,
        @Nullable Chart curves) {
    public NumbersOfPlatform {
        derivatives = ImmutableList.copyOf(derivatives);
        limits = ImmutableList.copyOf(limits);
    }

    /**
     * The derivative by a number.
     *
     * @param value with its unit
     * @param elasticity percent per percent; not a number if unknown
     * @param more seconds that 1 % more of it takes; not a number if unknown
     */
    public record Derivative(String number, String value, double elasticity, double more) {}

    /**
     * A value at which the makespan is longer.
     *
     * @param longer part of the makespan
     * @param value with its unit, or that there is none
     * @param times the same over the present value; not a number if there is none
     */
    public record Limit(String number, double longer, String value, double times) {}

    void write(Json json) {
        json.rows(
                        "derivatives",
                        derivatives,
                        each -> List.of(each.number(), each.value(), each.elasticity(), each.more()))
                .rows("limits", limits, each -> List.of(each.number(), each.longer(), each.value(), each.times()));
    }
}
