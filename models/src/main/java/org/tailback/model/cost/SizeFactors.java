package org.tailback.model.cost;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.tailback.error.InputException;

/**
 * A factor by message size, constant between bounds: that of the largest bound that the size strictly exceeds, 1 if it
 * exceeds none. Written as SimGrid does, {@code 65472:0.94;15424:0.7;0:0.8}, in any order. Immutable.
 */
public final class SizeFactors {
    private final double[] bounds;
    private final double[] factors;
    private final String text;

    private SizeFactors(NavigableMap<Double, Double> byBound, String text) {
        bounds = byBound.keySet().stream().mapToDouble(Double::doubleValue).toArray();
        factors = byBound.values().stream().mapToDouble(Double::doubleValue).toArray();
        this.text = text;
    }

    /**
     * Reads {@code bound:factor;…}; bounds in bytes, finite, >= 0 and different, factors finite, >= 0.
     *
     * @throws InputException if the text is anything else
     */
    public static SizeFactors parse(String text) {
        NavigableMap<Double, Double> byBound = new TreeMap<>();
        for (String entry : text.split(";", -1)) {
            String[] pair = entry.split(":", -1);
            double bound = pair.length == 2 ? number(pair[0]) : Double.NaN;
            double factor = pair.length == 2 ? number(pair[1]) : Double.NaN;
            if (!(bound >= 0 && factor >= 0)) {
                throw new InputException(
                        "expected factors by size such as '65472:0.94;0:0.8' (bound in bytes >= 0, factor >= 0),"
                                + " found '" + entry.strip() + "'");
            }
            if (byBound.put(bound, factor) != null) {
                throw new InputException("the bound " + pair[0].strip() + " stands twice in '" + text + "'. Keep one");
            }
        }
        return new SizeFactors(byBound, text);
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
     * The factor of a size. O(bounds).
     *
     * @param bytes >= 0
     */
    public double factor(double bytes) {
        // not checkArgument, which would box the size of every message
        if (!(bytes >= 0)) {
            throw new IllegalArgumentException("a size must be >= 0: " + bytes);
        }
        int exceeded = 0;
        while (exceeded < bounds.length && bounds[exceeded] < bytes) {
            exceeded++;
        }
        return exceeded == 0 ? 1 : factors[exceeded - 1];
    }

    /** Returns whether all factors are above 0. */
    boolean arePositive() {
        return Arrays.stream(factors).allMatch(factor -> factor > 0);
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }
}
