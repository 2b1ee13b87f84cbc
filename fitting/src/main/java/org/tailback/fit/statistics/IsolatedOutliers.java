package org.tailback.fit.statistics;

import java.util.Arrays;
import org.hipparchus.stat.descriptive.rank.Median;

/**
 * Detector of disturbances: single points that deviate strongly from the line through their neighbours while the
 * neighbours agree with each other. At a change of the line, the neighbours disagree.
 *
 * <p>For point i, a line is fitted to its six nearest neighbours in order (three on each side; at the ends more on one
 * side). The point is an outlier if it deviates from this line by more than {@value #FACTOR} * max(r, R, floor) *
 * sqrt(1 + h). Here r is the residual of the neighbours and h the leverage of i. R is the median of such residuals in
 * the neighbourhood, so that six points that lie on a line by chance do not make the seventh an outlier. Two
 * neighbouring outliers are not detected. The cost is O(points).
 */
public final class IsolatedOutliers {
    private static final int NEIGHBOURS = 6;
    private static final int AROUND = 7;
    private static final double FACTOR = 8;

    private IsolatedOutliers() {}

    /**
     * Returns an array that is true for each outlier. Fewer than seven points have no outliers.
     *
     * @param x ascending
     * @param floor differences up to this size are always noise, >= 0, in the unit of y
     */
    public static boolean[] find(double[] x, double[] y, double floor) {
        int count = x.length;
        boolean[] outliers = new boolean[count];
        if (count <= NEIGHBOURS) {
            return outliers;
        }
        LineFit[] lines = new LineFit[count];
        Arrays.setAll(lines, i -> throughNeighbours(x, y, i));
        for (int i = 0; i < count; i++) {
            int from = Math.max(0, Math.min(i - AROUND, count - 2 * AROUND - 1));
            int to = Math.min(count, from + 2 * AROUND + 1);
            double usual = new Median()
                    .evaluate(Arrays.stream(lines, from, to)
                            .mapToDouble(LineFit::residual)
                            .toArray());
            double noise = Math.max(Math.max(lines[i].residual(), usual), floor);
            double distance = Math.abs(y[i] - lines[i].at(x[i]));
            outliers[i] = distance > FACTOR * noise * Math.sqrt(1 + lines[i].leverage(x[i]));
        }
        return outliers;
    }

    private static LineFit throughNeighbours(double[] x, double[] y, int i) {
        int from = Math.max(0, Math.min(i - NEIGHBOURS / 2, x.length - NEIGHBOURS - 1));
        double[] nearX = new double[NEIGHBOURS];
        double[] nearY = new double[NEIGHBOURS];
        int count = 0;
        for (int j = from; j <= from + NEIGHBOURS; j++) {
            if (j != i) {
                nearX[count] = x[j];
                nearY[count++] = y[j];
            }
        }
        return LineFit.of(nearX, nearY);
    }
}
