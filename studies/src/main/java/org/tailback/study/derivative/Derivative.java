package org.tailback.study.derivative;

/**
 * How the makespan changes with one number of the platform.
 *
 * @param parameter the number's name
 * @param value its value
 * @param unit of the value
 * @param derivative seconds of makespan per unit of the number, where it becomes larger; not a number if neither a
 *     larger nor a smaller one is possible
 * @param below the same where it becomes smaller; equal to {@code derivative} unless the time has a corner at the value
 * @param elasticity percent of makespan per percent of the number, where it becomes larger
 * @param step relative change of the number between the replays of the quotient, > 0
 */
public record Derivative(
        String parameter, double value, String unit, double derivative, double below, double elasticity, double step) {
    /** Returns whether the makespan changes differently for more and for less of the number. */
    public boolean hasCorner() {
        return derivative != below;
    }
}
