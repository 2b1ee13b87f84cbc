package org.tailback.trace;

import org.tailback.error.InputException;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;

/**
 * Options for reading a trace that leaves them open.
 *
 * @param givenComputeSpeed compute speed of one rank, flop/s, finite, > 0; NaN if it is not given
 * @param hasRawClock whether the trace's own clock corrections, such as OTF2's clock offsets, are omitted. Other
 *     formats have none, or their times were corrected when they were written
 * @param unmatched treatment of messages and receives without a partner; {@link Traces#open} applies it
 * @param dropsFiles whether the recorded time of file input and output is omitted; {@link Traces#open} applies it
 * @param gpuStreams rule by which operations of an accelerator exclude each other, in Chakra traces
 */
public record TraceOptions(
        double givenComputeSpeed,
        boolean hasRawClock,
        Unmatched unmatched,
        @Beta boolean dropsFiles,
        @Beta GpuStreams gpuStreams) {
    /** Compute speed that is assumed for a trace in flops if no speed is given: 10 Gflop/s. */
    public static final double ASSUMED_COMPUTE_SPEED = 10e9;

    /** Default options, all of them unset. */
    public static final TraceOptions DEFAULTS = new TraceOptions(Double.NaN, false, Unmatched.REFUSE);

    @Internal
    public TraceOptions {
        if (!Double.isNaN(givenComputeSpeed)) {
            checkSpeed(givenComputeSpeed);
        }
    }

    /** Creates options that keep the time of file input and output, with the streams that a trace records. */
    public TraceOptions(double givenComputeSpeed, boolean hasRawClock, Unmatched unmatched) {
        this(givenComputeSpeed, hasRawClock, unmatched, false, GpuStreams.RECORDED);
    }

    private static void checkSpeed(double flopsPerSecond) {
        if (!(flopsPerSecond > 0 && flopsPerSecond < Double.POSITIVE_INFINITY)) {
            throw new InputException(
                    "The compute speed must be a finite number of flop/s above 0, found " + flopsPerSecond);
        }
    }

    /** Returns a copy of these options with the compute speed of one rank, flop/s, finite, > 0. */
    public TraceOptions withComputeSpeed(double flopsPerSecond) {
        checkSpeed(flopsPerSecond);
        return new TraceOptions(flopsPerSecond, hasRawClock, unmatched, dropsFiles, gpuStreams);
    }

    /** Returns a copy of these options that keeps the times of each rank's own clock. */
    public TraceOptions withRawClock() {
        return new TraceOptions(givenComputeSpeed, true, unmatched, dropsFiles, gpuStreams);
    }

    /** Returns a copy of these options with a treatment of messages and receives without a partner. */
    public TraceOptions withUnmatched(Unmatched wanted) {
        return new TraceOptions(givenComputeSpeed, hasRawClock, wanted, dropsFiles, gpuStreams);
    }

    /** Returns a copy of these options with a rule by which operations of an accelerator exclude each other. */
    @Beta
    public TraceOptions withGpuStreams(GpuStreams wanted) {
        return new TraceOptions(givenComputeSpeed, hasRawClock, unmatched, dropsFiles, wanted);
    }

    /** Returns a copy of these options that omits the recorded time of file input and output. */
    @Beta
    public TraceOptions withoutFiles() {
        return new TraceOptions(givenComputeSpeed, hasRawClock, unmatched, true, gpuStreams);
    }

    /** Returns whether the compute speed was given; otherwise it is {@link #ASSUMED_COMPUTE_SPEED}. */
    public boolean hasComputeSpeed() {
        return !Double.isNaN(givenComputeSpeed);
    }

    /** Returns the compute speed, given or assumed, in flop/s, > 0. */
    public double computeSpeed() {
        return hasComputeSpeed() ? givenComputeSpeed : ASSUMED_COMPUTE_SPEED;
    }
}
