package org.tailback.fit.loggp;

/**
 * Parameters of the detection of protocol changes and of the treatment of outliers.
 *
 * @param changeFactor a change is suspected where the deviation from the line grows by more than this (the paper's
 *     pfact), >= 1
 * @param lookAhead number of further points at which the deviation must stay that large (the paper's x), >= 2
 * @param floor deviations below this are noise: root mean square, seconds, >= 0
 * @param minimumPoints smallest number of points before a change, >= 3
 * @param dropOutliers true to leave out single points far off the line through their neighbours, with a comment
 */
public record LogGpOptions(double changeFactor, int lookAhead, double floor, int minimumPoints, boolean dropOutliers) {
    /** Default values, which suit the paper's data with noise and files of real measurements. */
    public static final LogGpOptions DEFAULT = new LogGpOptions(2.0, 5, 0.15e-6, 6, true);
}
