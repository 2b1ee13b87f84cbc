package org.tailback.study.derivative;

import java.util.Arrays;

/**
 * How far each number can change before two events change their order, by their slopes. All changes are relative to
 * the number.
 */
final class HoldingRange {
    /** Slopes that differ by less are equal but for rounding: part of the slopes, and part of the time. */
    private static final double EQUAL = 1e-8;

    private static final double ROUNDING = 1e-12;

    private final double[] down;
    private final double[] up;
    private final boolean[] corner;

    HoldingRange(int numbers) {
        down = new double[numbers];
        up = new double[numbers];
        corner = new boolean[numbers];
        Arrays.fill(down, Double.NEGATIVE_INFINITY);
        Arrays.fill(up, Double.POSITIVE_INFINITY);
    }

    /** The most negative change, <= 0. */
    double down(int number) {
        return down[number];
    }

    /** The largest change, >= 0. */
    double up(int number) {
        return up[number];
    }

    /** Two events on whose order something depends; the second is not earlier. */
    void order(double time, double[] slope, double later, double[] laterSlope) {
        double distance = Math.max(0, later - time);
        for (int i = 0; i < slope.length; i++) {
            double apart = laterSlope[i] - slope[i];
            if (apart != 0 && differ(slope[i], laterSlope[i], later)) {
                double change = -distance / apart;
                if (apart < 0) {
                    up[i] = Math.min(up[i], change);
                } else {
                    down[i] = Math.max(down[i], change);
                }
            }
        }
    }

    /** Two events on whose order something depends. */
    void order(Moment one, Moment other) {
        if (one.time <= other.time) {
            order(one.time, one.slope, other.time, other.slope);
        } else {
            order(other.time, other.slope, one.time, one.slope);
        }
    }

    /** Two events of one instant that are taken together. */
    void together(double time, double[] slope, double[] otherSlope) {
        for (int i = 0; i < slope.length; i++) {
            if (slope[i] != otherSlope[i] && differ(slope[i], otherSlope[i], time)) {
                down[i] = 0;
                up[i] = 0;
            }
        }
    }

    /** The slope of a rate is another one above than below the number's value. */
    void corner(int number) {
        corner[number] = true;
        down[number] = 0;
        up[number] = 0;
    }

    /** Returns whether there was such a rate. */
    boolean hasCorner(int number) {
        return corner[number];
    }

    private static boolean differ(double slope, double other, double time) {
        return Math.abs(slope - other) > EQUAL * (Math.abs(slope) + Math.abs(other)) + ROUNDING * time;
    }
}
