package org.tailback.trace;

import org.tailback.error.InputException;

/** How to read a trace, where the trace itself leaves it open. Immutable. */
public final class TraceOptions {
    /** Assumed compute speed where a trace has flops and nobody said how fast they are performed: 10 Gflop/s. */
    public static final double ASSUMED_COMPUTE_SPEED = 10e9;

    private static final TraceOptions DEFAULTS = new TraceOptions(Double.NaN);

    /** NaN if not given. */
    private final double computeSpeed;

    private TraceOptions(double computeSpeed) {
        this.computeSpeed = computeSpeed;
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
        return new TraceOptions(flopsPerSecond);
    }

    /** True if the compute speed was given, false if it is {@link #ASSUMED_COMPUTE_SPEED}. */
    public boolean hasComputeSpeed() {
        return !Double.isNaN(computeSpeed);
    }

    /** The compute speed, given or assumed, in flop/s, > 0. */
    public double computeSpeed() {
        return hasComputeSpeed() ? computeSpeed : ASSUMED_COMPUTE_SPEED;
    }
}
