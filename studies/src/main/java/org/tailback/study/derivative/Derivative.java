package org.tailback.study.derivative;

/**
 * How the makespan changes with one number of the platform.
 *
 * @param parameter the number's name
 * @param value its value
 * @param unit of the value
 * @param derivative seconds of makespan per unit of the number, where it becomes larger; not a number if it jumps
 * @param below the same where it becomes smaller; equal unless the order of events changes at the value itself
 * @param elasticity percent of makespan per percent of the number, where it becomes larger
 * @param from the smallest value down to which the order of events stays; not a number if it is not known
 * @param to the largest
 */
public record Derivative(
        String parameter,
        double value,
        String unit,
        double derivative,
        double below,
        double elasticity,
        double from,
        double to) {
    /** Returns whether the order of events changes at the value itself, so that there are two derivatives. */
    public boolean hasCorner() {
        return derivative != below;
    }
}
