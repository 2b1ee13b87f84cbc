package org.tailback.study.derivative;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;
import org.tailback.output.Inline;

/**
 * Makespans over a range of one number, by replays, and the changes of the number that lengthen the makespan by given
 * fractions.
 *
 * @param number the varied number
 * @param makespan at the number's present value, seconds
 * @param points makespans by increasing value of the number, including the present value
 * @param limits values nearest to the present value on both sides, within the range
 */
public record Tolerance(@Inline PlatformNumber number, double makespan, List<Point> points, List<Limit> limits) {
    /** Relative increases of the makespan at the limits. */
    public static final ImmutableList<Double> LONGER = ImmutableList.of(0.01, 0.02, 0.05);

    private static final int MOST_REPLAYS = 8;
    private static final double EXACT = 1e-5;

    /**
     * Makespans at a value of the number.
     *
     * @param makespan replayed with the value, seconds
     * @param byDerivative makespan predicted by the derivative at the present value, seconds
     */
    public record Point(double value, double makespan, double byDerivative) {}

    /**
     * Value from which on the makespan is longer.
     *
     * @param longer increase as a fraction of the makespan
     * @param value of the number
     */
    public record Limit(double longer, double value) {}

    /**
     * Returns the tolerance from a replay of each value, and of up to 8 further values per limit between two of them.
     *
     * @param derivative derivative by the number at its present value
     * @param values of the number, not empty
     * @param replay function that returns the makespan with a value, seconds
     */
    public static Tolerance of(
            PlatformNumber number, Derivative derivative, List<Double> values, DoubleUnaryOperator replay) {
        Preconditions.checkArgument(!values.isEmpty(), "no values of %s", number.name());
        TreeSet<Double> sorted = new TreeSet<>(values);
        sorted.add(number.value());
        TreeMap<Double, Double> curve = new TreeMap<>();
        sorted.forEach(value -> curve.put(value, replay.applyAsDouble(value)));
        double present = at(curve, number.value());
        List<Point> points = new ArrayList<>();
        curve.forEach((value, makespan) -> {
            double change = value - number.value();
            points.add(new Point(value, makespan, present + derivative.derivative() * change));
        });
        List<Limit> limits = new ArrayList<>();
        for (double longer : LONGER) {
            for (List<Double> side : List.of(
                    List.copyOf(curve.headMap(number.value(), true).descendingKeySet()),
                    List.copyOf(curve.tailMap(number.value(), true).keySet()))) {
                double target = present * (1 + longer);
                for (int i = 1; i < side.size(); i++) {
                    if (at(curve, side.get(i)) >= target) {
                        limits.add(new Limit(longer, crossing(side.get(i - 1), side.get(i), target, curve, replay)));
                        break;
                    }
                }
            }
        }
        return new Tolerance(number, present, points, limits);
    }

    private static double at(TreeMap<Double, Double> curve, double value) {
        return Objects.requireNonNull(curve.get(value));
    }

    /**
     * Returns a value between two at which the makespan reaches a target, by bisection and linear interpolation in
     * turns.
     */
    private static double crossing(
            double before, double after, double target, TreeMap<Double, Double> curve, DoubleUnaryOperator replay) {
        double low = before;
        double lowTime = at(curve, before);
        double high = after;
        double highTime = at(curve, after);
        for (int i = 0; i < MOST_REPLAYS && highTime > target * (1 + EXACT); i++) {
            double part = i % 2 == 0 ? (target - lowTime) / (highTime - lowTime) : 0.5;
            double value = low + part * (high - low);
            double time = replay.applyAsDouble(value);
            if (time < target) {
                low = value;
                lowTime = time;
            } else {
                high = value;
                highTime = time;
            }
        }
        return highTime == lowTime ? high : low + (target - lowTime) / (highTime - lowTime) * (high - low);
    }
}
