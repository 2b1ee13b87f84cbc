package org.tailback.trace.clock;

import java.util.Arrays;
import java.util.Collection;

/**
 * Constant clock offsets of all ranks that meet all bounds of pairs: shortest paths of a graph in which an edge from a
 * to b with weight w says that b's offset is at most a's + w (Bellman and Ford).
 *
 * <p>All ranks that are bounded from both sides by those known so far get the middle of their bounds together: upper
 * bounds meet all constraints, lower bounds do, and so does what is half way. Without such ranks, the lowest one left
 * gets the offset within its bounds that is nearest to 0. O(ranks * pairs) for each of these steps, mostly one.
 */
final class ConstantOffsets {
    /** Of the largest weight: sums along paths are rounded, and no bound that differs by less is another one. */
    private static final double ROUNDING = 1e-12;

    private final int ranks;
    private final int[] from;
    private final int[] to;
    private final double[] weight;
    private final double tolerance;

    ConstantOffsets(int ranks, Collection<PairBounds> pairs) {
        this.ranks = ranks;
        int edges = 2 * pairs.size();
        from = new int[edges];
        to = new int[edges];
        weight = new double[edges];
        int edge = 0;
        double largest = 0;
        for (PairBounds pair : pairs) {
            from[edge] = pair.low;
            to[edge] = pair.high;
            weight[edge++] = pair.upperBound();
            from[edge] = pair.high;
            to[edge] = pair.low;
            weight[edge++] = -pair.lowerBound();
        }
        for (double value : weight) {
            largest = value < Double.POSITIVE_INFINITY ? Math.max(largest, Math.abs(value)) : largest;
        }
        tolerance = ROUNDING * largest;
    }

    /** False if there is no end to it: a cycle of negative weight. */
    private boolean relax(double[] distances, int[] tails, int[] heads) {
        for (int round = 0; round <= ranks; round++) {
            boolean changed = false;
            for (int edge = 0; edge < weight.length; edge++) {
                double through = distances[tails[edge]] + weight[edge];
                if (through < distances[heads[edge]] - tolerance) {
                    distances[heads[edge]] = through;
                    changed = true;
                }
            }
            if (!changed) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether there are any. */
    boolean exist() {
        return relax(new double[ranks], from, to);
    }

    /** Returns the offsets; they exist. */
    ClockLine[] lines() {
        double[] offsets = new double[ranks];
        Arrays.fill(offsets, Double.NaN);
        int known = 0;
        while (known < ranks) {
            double[] upper = new double[ranks];
            // of negative offsets, along the edges backwards
            double[] lower = new double[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                boolean unknown = Double.isNaN(offsets[rank]);
                upper[rank] = unknown ? Double.POSITIVE_INFINITY : offsets[rank];
                lower[rank] = unknown ? Double.POSITIVE_INFINITY : -offsets[rank];
            }
            relax(upper, from, to);
            relax(lower, to, from);
            int before = known;
            int lowest = -1;
            for (int rank = ranks - 1; rank >= 0; rank--) {
                if (Double.isNaN(offsets[rank])) {
                    lowest = rank;
                    if (upper[rank] + lower[rank] < Double.POSITIVE_INFINITY) {
                        offsets[rank] = (upper[rank] - lower[rank]) / 2;
                        known++;
                    }
                }
            }
            if (known == before) {
                offsets[lowest] = Math.max(-lower[lowest], Math.min(upper[lowest], 0));
                known++;
            }
        }
        ClockLine[] lines = new ClockLine[ranks];
        Arrays.setAll(lines, rank -> new ClockLine(offsets[rank], 0));
        return lines;
    }
}
