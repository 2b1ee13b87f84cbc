package org.tailback.platform;

/**
 * Interval of a predicted time, computed from the residuals of its platform.
 *
 * @param low lower end of the interval of the predicted time, seconds; all three values are absent if the platform has
 *     no residuals or the run is far outside the measured domain
 * @param high upper end, seconds
 * @param coverage probability that the time lies in the interval, 0 to 1
 */
public record Interval(double low, double high, double coverage) {
    /** Returns this interval of factors multiplied by a time. */
    public Interval times(double seconds) {
        return new Interval(low * seconds, high * seconds, coverage);
    }

    /** Returns whether a time lies in the interval. */
    public boolean contains(double seconds) {
        return low <= seconds && seconds <= high;
    }
}
