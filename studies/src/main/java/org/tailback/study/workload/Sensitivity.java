package org.tailback.study.workload;

import org.tailback.replay.ReplayResult;

/**
 * How many digits of a makespan hold. Some programs are chaotic: the order of messages that are equal but for rounding
 * decides how they go on. A second replay, in which the work of each message is disturbed by a part of 1e-12, shows it.
 *
 * @param disturbance part of the work of each message by which it was disturbed, at most
 * @param relativeSpread difference of both makespans over the undisturbed one, >= 0
 */
public record Sensitivity(double disturbance, double relativeSpread) {
    /** What the work of messages is disturbed by. */
    public static final double DISTURBANCE = 1e-12;

    /**
     * Replays once more.
     *
     * @param result the undisturbed result
     * @param again a replay of the same workload on the same platform with the same seed, which has not begun
     */
    public static Sensitivity of(ReplayResult result, WorkloadReplay again) {
        double disturbed = again.workDisturbance(DISTURBANCE).run().duration();
        double duration = result.duration();
        return new Sensitivity(DISTURBANCE, duration == 0 ? 0 : Math.abs(disturbed - duration) / duration);
    }
}
