package org.tailback.study.derivative;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.replay.ReplayResult;

/**
 * How the makespan of a replay changes with numbers of its platform:
 *
 * <pre>{@code
 * Derivatives derivatives = Derivatives.of(platform, placement, (changed, observer) ->
 *         Replay.builder(program, changed).placement(placement).observer(observer).build().run());
 * Derivative latency = derivatives.by(List.of(number)).get(0);
 * }</pre>
 *
 * <p>One replay gives the derivatives of all numbers. Where the rate of a message has another slope above the value of
 * a number than below, as where two links are equally narrow, the derivatives above and below are differences of four
 * more replays; where these disagree with each other, the makespan jumps: it has no derivative. Where events of one
 * instant depend on the number differently, the derivative is that of the order in which they were replayed, and its
 * range is empty. Not for schedules of dependency graphs.
 */
public final class Derivatives {
    /** Relative change of a number that is replayed. */
    private static final double STEP = 1e-6;

    private static final double LARGER_STEP = 4;
    private static final double NO_CHANGE = 1e-6;

    private final Platform platform;
    private final Placement placement;
    private final Run run;
    private long seed = 1;
    private long choices;

    /** Runs a replay from the beginning to the end. */
    @FunctionalInterface
    public interface Run {
        /**
         * Replays the same program with the same seed and placement, on a clock of its own that starts at 0.
         *
         * @param platform to replay on
         * @param observer of the replay; null for none
         */
        ReplayResult replay(Platform platform, @Nullable Observer observer);
    }

    private Derivatives(Platform platform, Placement placement, Run run) {
        this.platform = platform;
        this.placement = placement;
        this.run = run;
    }

    /**
     * Begins.
     *
     * @param platform of the replay
     * @param placement of its ranks
     * @param run replays
     */
    public static Derivatives of(Platform platform, Placement placement, Run run) {
        return new Derivatives(
                platform.forNodes(placement.machines(platform.cluster(), placement.ranks())), placement, run);
    }

    /** Sets the seed of the replay, for models that draw random numbers; 1 unless given. */
    public Derivatives seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Receives from any source, waits for any of several messages, and probes of the last replay: by which message
     * they end may change within the ranges.
     */
    public long choices() {
        return choices;
    }

    /**
     * Computes the derivative by each number, in their order.
     *
     * @throws org.tailback.error.InputException if a model refuses a number that is a millionth larger or smaller
     */
    public List<Derivative> by(List<PlatformNumber> numbers) {
        if (platform.cluster().hasGpus()) {
            // the slopes of messages inside a machine do not know its links
            double makespan = run.replay(platform, null).makespan();
            return numbers.stream().map(number -> replayed(number, makespan)).toList();
        }
        HoldingRange range = new HoldingRange(numbers.size());
        SlopeLog log = new SlopeLog(new Variation(platform, numbers), placement, range, seed);
        ReplayResult result = run.replay(platform, log);
        Preconditions.checkArgument(result.started() == 0, "the replay started at %s s, not at 0", result.started());
        Moment last = log.last();
        Preconditions.checkState(
                last.time == result.makespan(), "the slopes are those of %s s, not %s s", last.time, result.makespan());
        choices = log.choices();
        List<Derivative> derivatives = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            PlatformNumber number = numbers.get(i);
            derivatives.add(
                    range.hasCorner(i)
                            ? replayed(number, last.time)
                            : derivative(
                                    number,
                                    last.time,
                                    last.slope[i],
                                    last.slope[i],
                                    Math.max(range.down(i), -1),
                                    range.up(i)));
        }
        return derivatives;
    }

    private static Derivative derivative(
            PlatformNumber number, double makespan, double above, double below, double down, double up) {
        double value = number.value();
        return new Derivative(
                number.name(),
                value,
                number.unit(),
                above / value,
                below / value,
                makespan == 0 ? 0 : above / makespan,
                value * (1 + down),
                value * (1 + up));
    }

    private Derivative replayed(PlatformNumber number, double makespan) {
        double above = slope(number, makespan, 1);
        double below = slope(number, makespan, -1);
        if (Math.abs(above - below) <= NO_CHANGE * makespan) {
            above = (above + below) / 2;
            below = above;
        }
        return derivative(number, makespan, above, below, 0, 0);
    }

    private double slope(PlatformNumber number, double makespan, int direction) {
        double near = difference(number, makespan, direction * STEP);
        double far = difference(number, makespan, direction * STEP * LARGER_STEP);
        // a jump gives a quarter at four times the distance
        boolean jumps = Math.abs(near - far) > Math.max(Math.abs(near), Math.abs(far)) / 2
                && Math.abs(near - far) > 1000 * NO_CHANGE * makespan;
        return jumps ? Double.NaN : near;
    }

    private double difference(PlatformNumber number, double makespan, double change) {
        return (run.replay(number.times(1 + change), null).makespan() - makespan) / change;
    }
}
