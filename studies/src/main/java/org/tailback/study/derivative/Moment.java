package org.tailback.study.derivative;

/** An instant of a replay and its slopes: how much later it is per relative change of each number, in seconds. */
final class Moment {
    double time;
    final double[] slope;

    Moment(int numbers) {
        slope = new double[numbers];
    }

    void set(Moment other) {
        time = other.time;
        System.arraycopy(other.slope, 0, slope, 0, slope.length);
    }

    /** Moves to a later time by a duration with these slopes. */
    void advance(double until, double[] slopes) {
        time = until;
        for (int i = 0; i < slope.length; i++) {
            slope[i] += slopes[i];
        }
    }
}
