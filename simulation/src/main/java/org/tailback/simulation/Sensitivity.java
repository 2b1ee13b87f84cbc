package org.tailback.simulation;

import org.tailback.replay.ReplayResult;
import org.tailback.stability.Beta;

/**
 * Number of significant digits of a makespan. Some programs are chaotic: rounding determines the order of messages with
 * otherwise equal times, and this order changes all later events. A second replay reveals the sensitivity: it changes
 * the work of each message by a relative disturbance of 1e-12.
 *
 * @param disturbance largest relative change of the work of a message
 * @param relativeSpread difference of the two makespans divided by the undisturbed makespan, >= 0
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
