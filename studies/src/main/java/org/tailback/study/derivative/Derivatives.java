package org.tailback.study.derivative;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.study.parallel.OrderedTasks;

/**
 * How the makespan of a replay changes with numbers of its platform: difference quotients of two replays a number, with
 * T(p) the makespan where the number is p, and h = {@link #STEP}:
 *
 * <pre>
 * slope above    (T(p (1 + h)) - T(p)) / (p h)
 * slope below    (T(p) - T(p (1 - h))) / (p h)
 * derivative     (T(p (1 + h)) - T(p (1 - h))) / (2 p h), unless the two slopes differ by more than a hundredth
 * </pre>
 *
 * <p>Worked example: T(p) = 3 s + 2 p at p = 1 s has the slopes 2 and 2, so the derivative 2 and, at T = 5 s, the
 * elasticity 0.4. T(p) = max(p, 1 s) at 1 s has the slope 1 above and 0 below.
 *
 * <p>The step is large enough for the rounding of makespans (1e-16 over 1e-3) and for a few events to change their
 * order, and small enough for the curvature of a time over a bandwidth, which adds 1e-6 of the derivative. Where the
 * order of messages decides the time, a derivative holds for its step alone; {@link Tolerance} replays a range.
 */
public final class Derivatives {
    /** Relative change of a number between the replays. */
    public static final double STEP = 1e-3;

    /** Slopes that differ by less than this share of the larger one are one, whose curvature makes the difference. */
    private static final double SAME = 0.01;

    private Derivatives() {}

    /**
     * Computes the derivative by each number, in their order.
     *
     * @param numbers of the platform
     * @param makespan of the replay on the platform, seconds
     * @param threads replays at once, >= 1; results do not depend on them
     * @param replay returns the makespan of the same replay with the same seed on another platform, seconds; called by
     *     several threads
     */
    public static List<Derivative> of(
            List<PlatformNumber> numbers, double makespan, int threads, ToDoubleFunction<Platform> replay) {
        List<Double> slopes = OrderedTasks.map(
                2 * numbers.size(),
                threads,
                i -> slope(numbers.get(i / 2), makespan, i % 2 == 0 ? STEP : -STEP, replay));
        List<Derivative> derivatives = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            derivatives.add(derivative(numbers.get(i), makespan, slopes.get(2 * i), slopes.get(2 * i + 1)));
        }
        return derivatives;
    }

    /** Returns seconds per relative change of a number; not a number if the model refuses the changed one. */
    private static double slope(
            PlatformNumber number, double makespan, double change, ToDoubleFunction<Platform> replay) {
        Platform changed;
        try {
            changed = number.times(1 + change);
        } catch (InputException | IllegalArgumentException e) {
            return Double.NaN;
        }
        return (replay.applyAsDouble(changed) - makespan) / change;
    }

    private static Derivative derivative(PlatformNumber number, double makespan, double above, double below) {
        double up = Double.isNaN(above) ? below : above;
        double down = Double.isNaN(below) ? above : below;
        if (Math.abs(up - down) <= SAME * Math.max(Math.abs(up), Math.abs(down))) {
            up = (up + down) / 2;
            down = up;
        }
        double value = number.value();
        return new Derivative(
                number.name(), value, number.unit(), up / value, down / value, makespan == 0 ? 0 : up / makespan, STEP);
    }
}
