package org.tailback.fit.evaluation;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The distribution of relative errors: bins of equal width from the smallest to the largest error; one bin begins at 0.
 */
public final class ErrorHistogram {
    /** Width of a bin. */
    public static final double BIN = 0.05;

    /** Largest number of bins; errors outside all bins are counted in the first or the last bin. */
    private static final int MOST = 81;

    private ErrorHistogram() {}

    /**
     * A bin of the histogram.
     *
     * @param from lower end, included
     * @param to upper end, excluded
     * @param count number of errors
     */
    public record Bin(double from, double to, int count) {}

    /**
     * Returns the bins of errors, ascending and without gaps. The first and the last bin are not empty.
     *
     * @param errors finite
     */
    public static List<Bin> of(double[] errors) {
        int[] numbers = Arrays.stream(errors)
                .mapToInt(error -> (int) Math.max(-(MOST / 2), Math.min(MOST / 2, Math.floor(error / BIN))))
                .sorted()
                .toArray();
        return errors.length == 0
                ? List.of()
                : IntStream.rangeClosed(numbers[0], numbers[numbers.length - 1])
                        .mapToObj(bin -> new Bin(bin * BIN, (bin + 1) * BIN, (int) Arrays.stream(numbers)
                                .filter(number -> number == bin)
                                .count()))
                        .toList();
    }

    /** Returns the share of the errors whose absolute value is up to a bound; 1 if there are no errors. */
    public static double shareWithin(double[] errors, double bound) {
        return Arrays.stream(errors)
                .map(error -> Math.abs(error) <= bound ? 1 : 0)
                .average()
                .orElse(1);
    }
}
