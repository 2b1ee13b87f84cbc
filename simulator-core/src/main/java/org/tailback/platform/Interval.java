package org.tailback.platform;

/**
 * The interval of a predicted time, from the residuals of its platform.
 *
 * @param low lower end of the interval of the predicted time, seconds; absent as are the next two where the platform
 *     carries no residuals, or the run is far outside the measured domain
 * @param high upper end, seconds
 * @param coverage probability that the time lies in the interval, 0 to 1
 */
public record Interval(double low, double high, double coverage) {
    /** Returns the interval of a time, of an interval of factors. */
    public Interval times(double seconds) {
        return new Interval(low * seconds, high * seconds, coverage);
    }

    /** Returns whether a time is inside. */
    public boolean contains(double seconds) {
        return low <= seconds && seconds <= high;
    }
}
