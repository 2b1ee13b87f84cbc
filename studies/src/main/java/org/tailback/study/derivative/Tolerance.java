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
 * Replayed makespans over a range of one number, and the changes of the number that lengthen the makespan by given
 * fractions.
 *
 * @param number the varied number
 * @param makespan makespan at the number's current value, seconds
 * @param points makespans in ascending order of the number, including its current value
 * @param limits values within the range at which the makespan reaches a limit, nearest to the current value on each
 *     side
 */
public record Tolerance(@Inline PlatformNumber number, double makespan, List<Point> points, List<Limit> limits) {
    /** Relative increases of the makespan at the limits. */
    public static final ImmutableList<Double> LONGER = ImmutableList.of(0.01, 0.02, 0.05);

    private static final int MOST_REPLAYS = 8;
    private static final double EXACT = 1e-5;

    /**
     * Replayed and predicted makespan at one value of the number.
     *
     * @param makespan makespan of the replay with the value, seconds
     * @param byDerivative makespan predicted from the derivative at the current value, seconds
     */
    public record Point(double value, double makespan, double byDerivative) {}

    /**
     * Value from which the makespan is longer by a given fraction.
     *
     * @param longer increase as a fraction of the makespan
     * @param value value of the number
     */
    public record Limit(double longer, double value) {}

    /**
     * Returns the tolerance. Replays each value and, for each limit, up to 8 more values between two of the given
     * values.
     *
     * @param derivative derivative with respect to the number at its current value
     * @param values values of the number, not empty
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
     * Returns a value between two values at which the makespan reaches a target, found by alternating bisection and
     * linear interpolation.
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
