package org.tailback.fit.statistics;

import com.google.common.base.Preconditions;
import org.hipparchus.stat.regression.SimpleRegression;
import umontreal.ssj.probdist.StudentDist;

/**
 * The least-squares line through points, with its uncertainty under independent errors of equal variance.
 *
 * @param points number of points k, >= 2
 * @param intercept value of the line at x = 0
 * @param slope slope of the line
 * @param residual root of (sum of squared residuals / (k - 2)); NaN for two points
 * @param meanX mean of the abscissas
 * @param spreadX sum of squared deviations of the abscissas from their mean, > 0
 */
public record LineFit(int points, double intercept, double slope, double residual, double meanX, double spreadX) {
    /**
     * Returns the line through a range of points. The cost is O(points).
     *
     * @param from index of the first point
     * @param to index after the last point, at least {@code from + 2}; the abscissas must not all be equal
     */
    public static LineFit of(double[] x, double[] y, int from, int to) {
        Preconditions.checkArgument(to - from >= 2, "a line needs two points, not %s", to - from);
        SimpleRegression regression = new SimpleRegression();
        double meanX = 0;
        for (int i = from; i < to; i++) {
            regression.addData(x[i], y[i]);
            meanX += x[i] / (to - from);
        }
        double spread = regression.getXSumSquares();
        Preconditions.checkArgument(spread > 0, "a line needs two different abscissas");
        double slope = regression.getSlope();
        double intercept = regression.getIntercept();
        double squares = 0;
        for (int i = from; i < to; i++) {
            double residual = y[i] - (intercept + slope * x[i]);
            squares += residual * residual;
        }
        int degrees = to - from - 2;
        return new LineFit(
                to - from, intercept, slope, degrees > 0 ? Math.sqrt(squares / degrees) : Double.NaN, meanX, spread);
    }

    /** Returns the line through all points. */
    public static LineFit of(double[] x, double[] y) {
        return of(x, y, 0, x.length);
    }

    /** Returns the line's value at an abscissa. */
    public double at(double x) {
        return intercept + slope * x;
    }

    /** Returns the standard error of the slope; NaN for two points. */
    public double slopeError() {
        return residual / Math.sqrt(spreadX);
    }

    /** Returns the standard error of the line's value at an abscissa; NaN for two points. */
    public double errorAt(double x) {
        return residual * Math.sqrt(leverage(x));
    }

    /** Returns 1/k + (x - mean)^2 / spread: the variance of the line's value at x in units of one point's variance. */
    public double leverage(double x) {
        return 1.0 / points + (x - meanX) * (x - meanX) / spreadX;
    }

    /**
     * Returns the quantile of Student's t distribution that bounds a two-sided interval.
     *
     * @param degreesOfFreedom any number; the quantile is NaN below 1
     * @param confidence of the interval, between 0 and 1, such as 0.95
     */
    public static double studentQuantile(int degreesOfFreedom, double confidence) {
        return degreesOfFreedom < 1 ? Double.NaN : StudentDist.inverseF(degreesOfFreedom, 0.5 + confidence / 2);
    }
}
