package org.tailback.model.cost;

import java.util.Arrays;
import java.util.TreeMap;
import org.tailback.error.InputException;

/**
 * Numbers by message size in SimGrid's notation, in any order of bounds: factors {@code 65472:0.94;15424:0.7;0:0.8}, or
 * overheads {@code 0:1e-6:2e-11;8000:3e-4:0}. Instances are immutable.
 */
public final class BySize {
    static final BySize NO_OVERHEAD = new BySize(new TreeMap<>(), "");

    private final double[] bounds;
    /** One row per bound: a factor, or seconds and seconds per byte. */
    private final double[][] numbers;

    private final String text;

    private BySize(TreeMap<Double, double[]> byBound, String text) {
        bounds = byBound.keySet().stream().mapToDouble(Double::doubleValue).toArray();
        numbers = byBound.values().toArray(new double[0][]);
        this.text = text;
    }

    /**
     * Reads {@code bound:factor;…}. Bounds are in bytes, finite, >= 0 and distinct; factors are finite and >= 0.
     *
     * @throws InputException if the text has another form
     */
    public static BySize factors(String text) {
        return read(
                text, 2, "expected factors by size such as '65472:0.94;0:0.8' (bound in bytes >= 0, factor >= 0, each");
    }

    /**
     * Reads {@code bound:seconds:secondsPerByte;…}. The last number is optional.
     *
     * @throws InputException if the text has another form, a bound occurs twice, or an overhead is below 0
     */
    public static BySize overheads(String text) {
        return read(
                text,
                3,
                "expected overheads by size such as '0:1e-6:2e-11;8000:3e-4:0' (bound in bytes, seconds, seconds per"
                        + " byte, each >= 0, each");
    }

    private static BySize read(String text, int most, String expected) {
        TreeMap<Double, double[]> byBound = new TreeMap<>();
        for (String entry : text.split(";", -1)) {
            double[] read = Arrays.stream(entry.split(":", -1))
                    .mapToDouble(BySize::number)
                    .toArray();
            if (read.length < 2
                    || read.length > most
                    || !Arrays.stream(read).allMatch(number -> number >= 0)
                    || byBound.put(read[0], Arrays.copyOfRange(read, 1, 3)) != null) {
                throw new InputException(expected + " bound once), found '" + entry.strip() + "'");
            }
        }
        return new BySize(byBound, text);
    }

    private static double number(String text) {
        try {
            double number = Double.parseDouble(text.strip());
            return Double.isFinite(number) ? number : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /**
     * Returns the factor of the largest bound that a size strictly exceeds; 1 if the size does not exceed any bound.
     * The cost is O(bounds).
     *
     * @param bytes size in bytes, >= 0
     */
    double factor(double bytes) {
        int exceeded = 0;
        while (exceeded < bounds.length && bounds[exceeded] < bytes) {
            exceeded++;
        }
        return exceeded == 0 ? 1 : numbers[exceeded - 1][0];
    }

    /**
     * Returns {@code seconds + bytes * secondsPerByte} of the largest bound that a size reaches; 0 below all bounds.
     * The cost is O(bounds).
     */
    double seconds(long bytes) {
        int reached = 0;
        while (reached < bounds.length && bounds[reached] <= bytes) {
            reached++;
        }
        return reached == 0 ? 0 : numbers[reached - 1][0] + bytes * numbers[reached - 1][1];
    }

    boolean arePositive() {
        return Arrays.stream(numbers).allMatch(number -> number[0] > 0);
    }

    /** Returns the original text of the numbers. */
    @Override
    public String toString() {
        return text;
    }
}
