package org.tailback.trace;

import org.tailback.error.InputException;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;

/**
 * Options for reading a trace. They apply to properties that the trace does not define.
 *
 * @param givenComputeSpeed compute speed of one rank, flop/s, finite, > 0; NaN if not given
 * @param hasRawClock whether clock corrections in the trace, such as OTF2's clock offsets, are ignored; other formats
 *     have no clock corrections, or their times were corrected when they were written
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
    /** Compute speed that is assumed for traces in flop if no speed is given: 10 Gflop/s. */
    public static final double ASSUMED_COMPUTE_SPEED = 10e9;

    /** Default options; no option is set. */
    public static final TraceOptions DEFAULTS = new TraceOptions(Double.NaN, false, Unmatched.REFUSE);

    @Internal
    public TraceOptions {
        if (!Double.isNaN(givenComputeSpeed)) {
            checkSpeed(givenComputeSpeed);
        }
    }

    /** Creates options that keep the time of file input and output and the recorded streams. */
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

    /** Returns a copy of these options that keeps the uncorrected times of each rank's clock. */
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

    /** Returns whether the compute speed was given; without a given speed it is {@link #ASSUMED_COMPUTE_SPEED}. */
    public boolean hasComputeSpeed() {
        return !Double.isNaN(givenComputeSpeed);
    }

    /** Returns the given or assumed compute speed in flop/s, > 0. */
    public double computeSpeed() {
        return hasComputeSpeed() ? givenComputeSpeed : ASSUMED_COMPUTE_SPEED;
    }
}
