package org.tailback.fit.evaluation;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How relative errors are distributed: bins of one width, of which one begins at 0, from the smallest to the largest
 * error.
 *
 * @param bins ascending, without gaps; those at the ends are not empty
 */
public record ErrorHistogram(List<Bin> bins) {
    /** Usual width of a bin. */
    public static final double BIN = 0.05;

    /** Most bins; errors beyond go into the first and the last. */
    private static final int MOST = 81;

    public ErrorHistogram {
        bins = ImmutableList.copyOf(bins);
    }

    /**
     * One bin.
     *
     * @param from smallest error in it
     * @param to errors are below it
     * @param count how many errors
     */
    public record Bin(double from, double to, int count) {}

    /**
     * Returns the histogram of errors.
     *
     * @param errors finite
     * @param width of a bin, > 0, such as 0.05
     */
    public static ErrorHistogram of(double[] errors, double width) {
        Preconditions.checkArgument(width > 0 && width < Double.POSITIVE_INFINITY, "width: %s", width);
        if (errors.length == 0) {
            return new ErrorHistogram(List.of());
        }
        int[] numbers = Arrays.stream(errors)
                .mapToInt(error -> (int) Math.max(-(MOST / 2), Math.min(MOST / 2, Math.floor(error / width))))
                .toArray();
        int first = Arrays.stream(numbers).min().orElse(0);
        int last = Arrays.stream(numbers).max().orElse(0);
        int[] counts = new int[last - first + 1];
        for (int number : numbers) {
            counts[number - first]++;
        }
        List<Bin> bins = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            bins.add(new Bin((first + i) * width, (first + i + 1) * width, counts[i]));
        }
        return new ErrorHistogram(bins);
    }

    /** Returns the share of the errors whose absolute value is up to a bound; 1 if there are none. */
    public static double shareWithin(double[] errors, double bound) {
        return errors.length == 0
                ? 1
                : (double) Arrays.stream(errors)
                                .filter(error -> Math.abs(error) <= bound)
                                .count()
                        / errors.length;
    }
}
