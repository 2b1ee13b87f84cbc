package org.tailback.fit.loggp;

/**
 * Parameters of the detection of protocol changes and of the treatment of outliers.
 *
 * @param changeFactor a change is suspected where the deviation from the line grows by more than this factor (the
 *     paper's pfact), >= 1
 * @param lookAhead number of following points at which the deviation must remain as large (the paper's x), >= 2
 * @param floor root-mean-square deviation below which deviations are noise, seconds, >= 0
 * @param minimumPoints smallest number of points before a change, >= 3
 * @param dropOutliers true to omit single points far off the line through their neighbours, with a comment
 */
public record LogGpOptions(double changeFactor, int lookAhead, double floor, int minimumPoints, boolean dropOutliers) {
    /** Default values, suitable for the paper's data with noise and for files of real measurements. */
    public static final LogGpOptions DEFAULT = new LogGpOptions(2.0, 5, 0.15e-6, 6, true);
}
