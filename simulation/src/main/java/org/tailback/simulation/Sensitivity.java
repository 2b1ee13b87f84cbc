package org.tailback.simulation;

import org.tailback.replay.ReplayResult;
import org.tailback.stability.Beta;

/**
 * Number of significant digits of a makespan. Some programs are chaotic: the order of messages that are equal except
 * for rounding determines their further course. A second replay, in which the work of each message is disturbed by a
 * part of 1e-12, reveals the sensitivity.
 *
 * @param disturbance largest part of the work of a message by which it was disturbed
 * @param relativeSpread difference of both makespans over the undisturbed one, >= 0
 */
@Beta
public record Sensitivity(double disturbance, double relativeSpread) {
    /** Relative disturbance of the work of messages. */
    public static final double DISTURBANCE = 1e-12;

    /**
     * Compares two replays of the same program on the same platform with the same seed.
     *
     * @param disturbed replay whose work was disturbed by {@link #DISTURBANCE}
     */
    public static Sensitivity of(ReplayResult result, ReplayResult disturbed) {
        double duration = result.duration();
        return new Sensitivity(DISTURBANCE, duration == 0 ? 0 : Math.abs(disturbed.duration() - duration) / duration);
    }
}
