package org.tailback.study.derivative;

import java.util.Locale;

/**
 * How the makespan changes with one number of the platform.
 *
 * @param parameter the number's name
 * @param value its value
 * @param unit of the value
 * @param derivative seconds of makespan per unit of the number; not a number if no side can be replayed
 * @param elasticity percent of makespan per percent of the number
 * @param step relative change of the number between its value and a replay, > 0
 * @param side where the number is replayed
 */
public record Derivative(
        String parameter, double value, String unit, double derivative, double elasticity, double step, Side side) {
    /** Sides of the present value. */
    public enum Side {
        /** Less and more of the number. */
        BOTH,
        /** Less of the number, as a model refuses more. */
        LESS,
        /** More of the number, as a model refuses less. */
        MORE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the number's name, and the side if it is replayed on one only. */
    public String name() {
        return parameter + (side == Side.BOTH ? "" : " (only " + side + ")");
    }
}
