package org.tailback.fit.tree;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.Medians;

/**
 * What was measured of a tree, before anything is concluded from it ({@link TreeParameters#of}).
 *
 * @param source what was measured, or the file that holds it
 * @param bidirectional whether both directions were in use
 * @param heights one entry per height, from 1; at least one
 */
public record TreeData(String source, boolean bidirectional, List<Height> heights) {
    public TreeData {
        heights = ImmutableList.copyOf(heights);
    }

    /**
     * One height.
     *
     * @param bandwidths b(h) of every repetition: the sum of the throughputs of all pairs in one direction, bytes per
     *     second, > 0; at least one
     * @param delay what is known of d(h)
     */
    public record Height(List<Double> bandwidths, Delay delay) {
        public Height {
            bandwidths = ImmutableList.copyOf(bandwidths);
        }
    }

    /**
     * What is known of a buffer delay: round trips without and with load, or d(h) itself, or nothing. Seconds.
     *
     * @param idle round trips without load
     * @param loaded round trips while all pairs send; empty if {@code idle} is
     * @param delays d(h) found in another way; empty if {@code idle} is not
     */
    public record Delay(List<Double> idle, List<Double> loaded, List<Double> delays) {
        /** Nothing is known. */
        public static final Delay UNKNOWN = new Delay(List.of(), List.of(), List.of());

        public Delay {
            idle = ImmutableList.copyOf(idle);
            loaded = ImmutableList.copyOf(loaded);
            delays = ImmutableList.copyOf(delays);
        }

        /** From round trips. */
        public static Delay ofRoundTrips(List<Double> idle, List<Double> loaded) {
            return new Delay(idle, loaded, List.of());
        }

        /** As found. */
        public static Delay of(List<Double> delays) {
            return new Delay(List.of(), List.of(), delays);
        }

        /** d(h) with its standard error; NaN if nothing is known. */
        Estimate estimate(boolean bidirectional) {
            if (idle.isEmpty() || loaded.isEmpty()) {
                return mean(delays);
            }
            Estimate without = mean(idle);
            Estimate with = mean(loaded);
            double factor = bidirectional ? 0.5 : 1;
            double error = factor * Math.hypot(without.standardError(), with.standardError());
            return new Estimate(factor * (with.value() - without.value()), error, Double.NaN, Double.NaN);
        }
    }

    /** The shortest median round trip without load; NaN if none was measured. */
    double shortestIdle() {
        return heights.stream()
                .filter(height -> !height.delay().idle().isEmpty())
                .mapToDouble(height -> Medians.median(height.delay().idle().stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray()))
                .min()
                .orElse(Double.NaN);
    }

    static Estimate mean(List<Double> values) {
        return values.isEmpty()
                ? new Estimate(Double.NaN, Double.NaN, Double.NaN, Double.NaN)
                : Estimate.mean(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
