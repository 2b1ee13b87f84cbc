package org.tailback.trace.clock;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Those of many points (time, delay) that lie lowest from some direction: their lower convex hull. All else is
 * forgotten, so that memory grows with the hull, not with the points. O(log points) amortised to add one.
 */
final class LowerHull {
    private static final int INITIAL_CAPACITY = 64;

    private double[][] points = new double[INITIAL_CAPACITY][];
    private int count;
    /** Number of points known to be a hull in the order of time. */
    private int hull;

    void add(double time, double delay) {
        if (count == points.length) {
            reduce();
            if (count > points.length / 2) {
                points = Arrays.copyOf(points, 2 * points.length);
            }
        }
        points[count++] = new double[] {time, delay};
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Returns the least delay - slope * time of all points added. */
    double minimum(double slope) {
        double minimum = Double.POSITIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            minimum = Math.min(minimum, points[i][1] - slope * points[i][0]);
        }
        return minimum;
    }

    /** Returns the slopes at which another point becomes the lowest. */
    double[] slopes() {
        reduce();
        double[] slopes = new double[Math.max(0, count - 1)];
        for (int i = 0; i < slopes.length; i++) {
            slopes[i] = (points[i + 1][1] - points[i][1]) / (points[i + 1][0] - points[i][0]);
        }
        return slopes;
    }

    private void reduce() {
        if (hull == count) {
            return;
        }
        Arrays.sort(
                points,
                0,
                count,
                Comparator.<double[]>comparingDouble(point -> point[0]).thenComparingDouble(point -> point[1]));
        int kept = 0;
        for (int i = 0; i < count; i++) {
            double[] point = points[i];
            if (kept > 0 && points[kept - 1][0] == point[0]) {
                continue;
            }
            while (kept > 1 && !turnsUp(points[kept - 2], points[kept - 1], point)) {
                kept--;
            }
            points[kept++] = point;
        }
        Arrays.fill(points, kept, count, null);
        count = kept;
        hull = kept;
    }

    private static boolean turnsUp(double[] a, double[] b, double[] c) {
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
    }
}
