package org.tailback.study.derivative;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.tailback.error.InputException;
import org.tailback.parallel.OrderedTasks;
import org.tailback.platform.Platform;

/**
 * Derivative of the makespan of a replay with respect to one number of its platform, computed as the difference
 * quotient of two replays. Let T(p) be the makespan if the number is p, and h = {@link #STEP}:
 *
 * <pre>
 * derivative     (T(p (1 + h)) - T(p (1 - h))) / (2 p h)
 * </pre>
 *
 * If a model rejects one of the two numbers, the derivative is the difference quotient of T(p) and the makespan with
 * the other number.
 *
 * <p>Worked example: T(p) = 3 s + 2 p at p = 1 s has the derivative 2 and, because T = 5 s, the elasticity 0.4. T(p) =
 * max(p, 1 s) has a kink at 1 s with the slopes 0 and 1; the derivative is the mean of the slopes, 1/2.
 *
 * <p>The step is large compared with rounding errors, which add 1e-13 of the makespan to an elasticity, and with the
 * kinks at which single events change their order. It is small enough for the curvature of a time as a function of a
 * bandwidth, which adds 1e-6 of the derivative.
 *
 * @param parameter name of the number
 * @param value value of the number
 * @param unit unit of the value
 * @param derivative seconds of makespan per unit of the number; NaN if neither a smaller nor a larger value can be
 *     replayed
 * @param elasticity change of the makespan in percent per percent of change of the number
 * @param step relative change of the number in a replay, > 0
 * @param side side of the current value on which values are replayed
 */
public record Derivative(
        String parameter, double value, String unit, double derivative, double elasticity, double step, Side side) {
    /** Side of the current value of a number on which values are replayed. */
    public enum Side {
        /** Smaller and larger values are replayed. */
        BOTH,
        /** Only smaller values are replayed, because a model rejects larger values. */
        LESS,
        /** Only larger values are replayed, because a model rejects smaller values. */
        MORE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the number's name, and the side if only smaller or only larger values are replayed. */
    public String name() {
        return parameter + (side == Side.BOTH ? "" : " (only " + side + ")");
    }

    /** Relative change of a number in a replay. */
    public static final double STEP = 1e-3;

    /**
     * Computes the derivative with respect to each number, in the order of the numbers.
     *
     * @param numbers numbers of the platform
     * @param makespan makespan of the replay on the platform, seconds
     * @param threads number of concurrent replays, >= 1; it has no influence on the results
     * @param replay returns the makespan of the same replay with the same seed on another platform, seconds; called by
     *     several threads
     */
    public static List<Derivative> of(
            List<PlatformNumber> numbers, double makespan, int threads, ToDoubleFunction<Platform> replay) {
        List<Double> makespans = OrderedTasks.map(
                2 * numbers.size(),
                threads,
                i -> makespan(numbers.get(i / 2), i % 2 == 0 ? 1 - STEP : 1 + STEP, replay));
        List<Derivative> derivatives = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            derivatives.add(derivative(numbers.get(i), makespans.get(2 * i), makespan, makespans.get(2 * i + 1)));
        }
        return derivatives;
    }

    /** Returns the makespan in seconds with a multiple of the number; NaN if the model rejects the value. */
    private static double makespan(PlatformNumber number, double factor, ToDoubleFunction<Platform> replay) {
        Platform changed;
        try {
            changed = number.platform().apply(number.value() * factor);
        } catch (InputException | IllegalArgumentException e) {
            return Double.NaN;
        }
        return replay.applyAsDouble(changed);
    }

    private static Derivative derivative(PlatformNumber number, double less, double makespan, double more) {
        Side side = Double.isNaN(more) ? Side.LESS : Double.isNaN(less) ? Side.MORE : Side.BOTH;
        double slope = switch (side) {
            case LESS -> (makespan - less) / STEP;
            case MORE -> (more - makespan) / STEP;
            case BOTH -> (more - less) / (2 * STEP);
        };
        return new Derivative(
                number.name(),
                number.value(),
                number.unit(),
                slope / number.value(),
                makespan == 0 ? 0 : slope / makespan,
                STEP,
                side);
    }
}
