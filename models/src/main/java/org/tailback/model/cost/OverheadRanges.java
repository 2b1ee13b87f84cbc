package org.tailback.model.cost;

import java.util.Map;
import java.util.TreeMap;
import org.tailback.error.InputException;

/**
 * An overhead by message size, linear between bounds: {@code seconds + bytes * secondsPerByte} of the largest bound
 * that the size reaches; 0 below all. Written as SimGrid does, {@code 0:1e-6:2e-11;8000:3e-4:0}. Immutable.
 */
public final class OverheadRanges {
    /** No overhead. */
    public static final OverheadRanges NONE = new OverheadRanges(new TreeMap<>(), "");

    private final double[] bounds;
    private final double[][] lines;
    private final String text;

    private OverheadRanges(TreeMap<Double, double[]> byBound, String text) {
        bounds = byBound.keySet().stream().mapToDouble(Double::doubleValue).toArray();
        lines = byBound.values().toArray(new double[0][]);
        this.text = text;
    }

    /**
     * Reads {@code bound:seconds:secondsPerByte;…}, in any order.
     *
     * @throws InputException if the text is anything else, a bound stands twice, or an overhead is below 0
     */
    public static OverheadRanges parse(String text) {
        TreeMap<Double, double[]> byBound = new TreeMap<>(Map.of());
        for (String entry : text.split(";", -1)) {
            String[] words = entry.strip().split(":", -1);
            double[] numbers = new double[3];
            boolean good = words.length == 2 || words.length == 3;
            for (int i = 0; good && i < words.length; i++) {
                try {
                    numbers[i] = Double.parseDouble(words[i].strip());
                } catch (NumberFormatException e) {
                    good = false;
                }
                good &= numbers[i] >= 0 && numbers[i] < Double.POSITIVE_INFINITY;
            }
            if (!good || byBound.put(numbers[0], new double[] {numbers[1], numbers[2]}) != null) {
                throw new InputException(
                        "expected overheads by size such as '0:1e-6:2e-11;8000:3e-4:0' (bound in bytes,"
                                + " seconds, seconds per byte, each >= 0, each bound once), found '" + entry.strip()
                                + "'");
            }
        }
        return new OverheadRanges(byBound, text);
    }

    /** The overhead of a size in seconds. */
    double seconds(long bytes) {
        int reached = 0;
        while (reached < bounds.length && bounds[reached] <= bytes) {
            reached++;
        }
        return reached == 0 ? 0 : lines[reached - 1][0] + bytes * lines[reached - 1][1];
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }
}
