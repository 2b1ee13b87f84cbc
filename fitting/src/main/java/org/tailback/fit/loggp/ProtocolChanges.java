package org.tailback.fit.loggp;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.FDistribution;
import org.tailback.fit.statistics.LineFit;

/**
 * Search for the sizes at which the line of the gaps changes, by the look-ahead method of Hoefler, Lichei and Rehm
 * 2007, section 3.5.
 *
 * <p>Let lsq(k, l) be the root of the mean squared deviation of points k to l from their line (eq. (8); denominator l -
 * k + 1 - 2; the root as in Netgauge). Point {@code current} is the last point of a protocol if lsq(last, current + j)
 * > factor * max(lsq(last, current), floor) for all j = 1..x. Short runs of points underestimate lsq by chance, which
 * causes false changes on noisy data. A change must therefore also pass an F test: two lines through [last, current]
 * and [current + 1, current + x] must describe the points better than one line through all of them. The probability
 * that chance alone causes this improvement must be below {@value #SIGNIFICANCE} ({@code LogGpFitTest.noise_…}). The
 * cost is O(points) per protocol.
 */
record ProtocolChanges(double[] x, double[] y, LogGpOptions options) {
    private static final double SIGNIFICANCE = 1e-5;

    /** Returns the indices of the first points of all protocols except the first, ascending. */
    List<Integer> find() {
        List<Integer> changes = new ArrayList<>();
        for (int change = after(0); change > 0; change = after(change)) {
            changes.add(change);
        }
        return changes;
    }

    /** Returns the index of the first point of the protocol after the protocol that begins at {@code last}, or -1. */
    private int after(int last) {
        double[] deviation = new double[x.length];
        for (int to = last + 2; to < x.length; to++) {
            deviation[to] = LineFit.of(x, y, last, to + 1).residual();
        }
        int ahead = options.lookAhead();
        for (int current = last + options.minimumPoints() - 1; current + ahead < x.length; current++) {
            double threshold = options.changeFactor() * Math.max(deviation[current], options.floor());
            boolean isSuspected =
                    IntStream.rangeClosed(current + 1, current + ahead).allMatch(next -> deviation[next] > threshold);
            if (isSuspected && isSignificant(last, current + 1)) {
                return current + 1;
            }
        }
        return -1;
    }

    private boolean isSignificant(int last, int change) {
        int end = change + options.lookAhead();
        int degrees = end - last - 4;
        double one = squares(last, end);
        double two = squares(last, change) + squares(change, end);
        double noise = Math.max(two / degrees, options.floor() * options.floor());
        if (noise == 0) {
            return one > 0;
        }
        double ratio = (one - two) / 2 / noise;
        return 1 - new FDistribution(2, degrees).cumulativeProbability(ratio) < SIGNIFICANCE;
    }

    private double squares(int from, int to) {
        LineFit line = LineFit.of(x, y, from, to);
        return line.points() == 2 ? 0 : line.residual() * line.residual() * (line.points() - 2);
    }
}
