package org.tailback.fit.loggp;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.distribution.continuous.FDistribution;
import org.tailback.fit.statistics.LineFit;

/**
 * Sizes at which the line of the gaps changes: the look-ahead method of Hoefler, Lichei and Rehm 2007, section 3.5.
 *
 * <p>With lsq(k, l) the mean squared deviation of points k to l from their line (eq. (8); denominator l - k + 1 - 2),
 * point {@code current} is the last of a protocol if lsq(last, current + j) > factor * max(lsq(last, current), floor)
 * for all j = 1..x. Short runs of points underestimate lsq by chance, which gives false changes on noisy data; so a
 * change must also pass an F test: two lines through [last, current] and [current + 1, current + x] against one through
 * all of them ({@code LogGpFitTest.noise_…}). O(points) per protocol.
 */
final class ProtocolChanges {
    private final double[] x;
    private final double[] y;
    private final LogGpOptions options;

    private ProtocolChanges(double[] x, double[] y, LogGpOptions options) {
        this.x = x;
        this.y = y;
        this.options = options;
    }

    /** Indices of the first point of every protocol but the first, ascending. */
    static List<Integer> find(double[] x, double[] y, LogGpOptions options) {
        ProtocolChanges search = new ProtocolChanges(x, y, options);
        List<Integer> changes = new ArrayList<>();
        int last = 0;
        for (int change = search.after(last); change > 0; change = search.after(last)) {
            changes.add(change);
            last = change;
        }
        return changes;
    }

    /** Returns the index of the first point of the protocol after the one that begins at {@code last}, or -1. */
    private int after(int last) {
        double[] deviation = new double[x.length];
        for (int to = last + 2; to < x.length; to++) {
            deviation[to] = deviation(LineFit.of(x, y, last, to + 1).residual());
        }
        double floor = deviation(options.floor());
        for (int current = last + options.minimumPoints() - 1; current + options.lookAhead() < x.length; current++) {
            double threshold = options.changeFactor() * Math.max(deviation[current], floor);
            boolean suspected = true;
            for (int j = 1; suspected && j <= options.lookAhead(); j++) {
                suspected = deviation[current + j] > threshold;
            }
            if (suspected && isSignificant(last, current + 1)) {
                return current + 1;
            }
        }
        return -1;
    }

    private double deviation(double residual) {
        return options.squareRoot() ? residual : residual * residual;
    }

    private boolean isSignificant(int last, int change) {
        int end = change + options.lookAhead();
        int degrees = end - last - 4;
        if (options.significance() == 1 || degrees < 1) {
            return true;
        }
        double one = squares(last, end);
        double two = squares(last, change) + (end - change >= 3 ? squares(change, end) : 0);
        double noise = Math.max(two / degrees, options.floor() * options.floor());
        if (noise == 0) {
            return one > 0;
        }
        double ratio = (one - two) / 2 / noise;
        return 1 - new FDistribution(2, degrees).cumulativeProbability(ratio) < options.significance();
    }

    private double squares(int from, int to) {
        LineFit line = LineFit.of(x, y, from, to);
        return line.points() == 2 ? 0 : line.residual() * line.residual() * (line.points() - 2);
    }
}
