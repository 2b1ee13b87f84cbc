package org.tailback.trace;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/** Options for reading a trace, where the trace itself leaves it open. Immutable. */
public final class TraceOptions {
    /** Compute speed that is assumed where a trace has flops and no speed is given: 10 Gflop/s. */
    public static final double ASSUMED_COMPUTE_SPEED = 10e9;

    private static final TraceOptions DEFAULTS = new TraceOptions(Double.NaN, false, Unmatched.REFUSE);

    /** NaN if not given. */
    private final double computeSpeed;

    private final boolean rawClock;

    private final Unmatched unmatched;

    private TraceOptions(double computeSpeed, boolean rawClock, Unmatched unmatched) {
        this.computeSpeed = computeSpeed;
        this.rawClock = rawClock;
        this.unmatched = unmatched;
    }

    /** Nothing given. */
    public static TraceOptions defaults() {
        return DEFAULTS;
    }

    /**
     * With the speed at which one rank computes.
     *
     * @param flopsPerSecond flop/s, finite, > 0
     */
    public TraceOptions withComputeSpeed(double flopsPerSecond) {
        if (!(flopsPerSecond > 0 && flopsPerSecond < Double.POSITIVE_INFINITY)) {
            throw new InputException(
                    "The compute speed must be a finite number of flop/s above 0, found " + flopsPerSecond);
        }
        return new TraceOptions(flopsPerSecond, rawClock, unmatched);
    }

    /**
     * With the times that each rank's own clock showed, without the corrections that come with some traces: OTF2's
     * clock offsets. Other formats have none, or times that were corrected when they were written.
     */
    public TraceOptions withRawClock() {
        return new TraceOptions(computeSpeed, true, unmatched);
    }

    /** With what becomes of messages and receives without a partner; {@link Traces#open} applies it. */
    public TraceOptions withUnmatched(Unmatched wanted) {
        return new TraceOptions(computeSpeed, rawClock, wanted);
    }

    /** Returns the treatment of messages and receives without a partner. */
    public Unmatched unmatched() {
        return unmatched;
    }

    /** Returns whether a trace's own clock corrections are not wanted. */
    public boolean hasRawClock() {
        return rawClock;
    }

    /** Returns whether the compute speed was given, false if it is {@link #ASSUMED_COMPUTE_SPEED}. */
    public boolean hasComputeSpeed() {
        return !Double.isNaN(computeSpeed);
    }

    /** Returns the compute speed, given or assumed, in flop/s, > 0. */
    public double computeSpeed() {
        return hasComputeSpeed() ? computeSpeed : ASSUMED_COMPUTE_SPEED;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TraceOptions options
                && Double.compare(computeSpeed, options.computeSpeed) == 0
                && rawClock == options.rawClock
                && unmatched == options.unmatched;
    }

    @Override
    public int hashCode() {
        return Objects.hash(computeSpeed, rawClock, unmatched);
    }
}
