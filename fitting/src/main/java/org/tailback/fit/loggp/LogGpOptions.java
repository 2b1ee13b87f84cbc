package org.tailback.fit.loggp;

import com.google.common.base.Preconditions;

/**
 * How protocol changes are found and outliers treated.
 *
 * @param changeFactor a change is suspected where the deviation from the line grows by more than this (the paper's
 *     pfact), >= 1
 * @param lookAhead for how many further points it must stay so (the paper's x), >= 2
 * @param floor deviations below this are noise: root mean square, seconds, >= 0
 * @param minimumPoints fewest points before a change, >= 3
 * @param squareRoot compare roots of the mean squared deviation (as Netgauge) instead of the mean squares (eq. (8))
 * @param significance a suspected change counts only if two lines describe the points before it and those looked ahead
 *     to so much better than one that chance would do so with less than this probability (F test); 1 to take every
 *     suspicion
 * @param dropOutliers leave out single points far off the line through their neighbours, with a comment
 */
public record LogGpOptions(
        double changeFactor,
        int lookAhead,
        double floor,
        int minimumPoints,
        boolean squareRoot,
        double significance,
        boolean dropOutliers) {
    /** Values that work on the paper's data with noise, and on real files. */
    public static final LogGpOptions DEFAULT = new LogGpOptions(2.0, 5, 0.15e-6, 6, true, 1e-5, true);

    /** The paper to the letter: mean squares, no F test, every point counts. */
    public static final LogGpOptions PAPER = new LogGpOptions(2.0, 5, 0.15e-6, 3, false, 1, false);

    public LogGpOptions {
        Preconditions.checkArgument(
                changeFactor >= 1 && changeFactor < Double.POSITIVE_INFINITY, "change factor: %s", changeFactor);
        Preconditions.checkArgument(lookAhead >= 2, "look-ahead: %s", lookAhead);
        Preconditions.checkArgument(floor >= 0 && floor < Double.POSITIVE_INFINITY, "floor: %s", floor);
        Preconditions.checkArgument(minimumPoints >= 3, "minimum points: %s", minimumPoints);
        Preconditions.checkArgument(significance > 0 && significance <= 1, "significance: %s", significance);
    }

    /** Returns these options with another floor, in seconds. */
    public LogGpOptions withFloor(double seconds) {
        return new LogGpOptions(
                changeFactor, lookAhead, seconds, minimumPoints, squareRoot, significance, dropOutliers);
    }

    /** Returns these options with or without leaving out outliers. */
    public LogGpOptions withDropOutliers(boolean drop) {
        return new LogGpOptions(changeFactor, lookAhead, floor, minimumPoints, squareRoot, significance, drop);
    }
}
