package org.tailback.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Mean loads of links over time, in intervals of equal width. The width doubles when time passes the last interval, so
 * between half and all of the intervals are used. Adding a load costs O(intervals touched).
 */
final class LoadSeries {
    private static final int INTERVALS = 128;
    private static final double SHORTEST = 0x1p-40;

    /** Sum of load times seconds, by link and interval; null for links without load. */
    private final List<double @Nullable []> sums;

    private double width = SHORTEST;

    LoadSeries(int links) {
        sums = new ArrayList<>(Collections.nCopies(links, null));
    }

    /**
     * Adds a load over a period.
     *
     * @param to end of the period, seconds, > {@code from} >= 0
     */
    void add(int link, double from, double to, double load) {
        while (to > INTERVALS * width) {
            merge();
        }
        double[] own = sums.get(link);
        if (own == null) {
            own = new double[INTERVALS];
            sums.set(link, own);
        }
        int last = Math.min(INTERVALS - 1, (int) (to / width));
        for (int i = (int) (from / width); i <= last; i++) {
            double overlap = Math.min(to, (i + 1) * width) - Math.max(from, i * width);
            own[i] += Math.max(0, overlap) * load;
        }
    }

    private void merge() {
        for (double[] own : sums) {
            if (own != null) {
                for (int i = 0; i < INTERVALS / 2; i++) {
                    own[i] = own[2 * i] + own[2 * i + 1];
                }
                Arrays.fill(own, INTERVALS / 2, INTERVALS, 0);
            }
        }
        width *= 2;
    }

    double width() {
        return width;
    }

    /** Returns the mean loads of a link in each interval, up to the last interval in which any link had a load. */
    double[] of(int link) {
        double[] own = sums.get(link);
        double[] means = new double[INTERVALS];
        for (int i = 0; own != null && i < INTERVALS; i++) {
            means[i] = own[i] / width;
        }
        return means;
    }
}
