package org.tailback.chart;

import java.util.List;

/**
 * Axis of a chart.
 *
 * @param label name of the quantity, without its unit when {@code quantity} has one
 * @param quantity format of its numbers
 * @param logarithmic whether equal steps are equal ratios; values must then be greater than 0
 * @param categories names instead of numbers, with value i at the i-th name; empty for numbers
 */
public record Axis(String label, Quantity quantity, boolean logarithmic, List<String> categories) {
    public enum Quantity {
        /** Plain numbers, with k, M, G for thousands. */
        NUMBER,
        /** Seconds, written in s, ms, us or ns. */
        SECONDS,
        /** Bytes, written in KiB, MiB if all values of the axis are whole multiples of 1024, otherwise in kB, MB. */
        BYTES,
        /** Shares, written in percent: 0.1 is 10 %. */
        SHARE
    }

    /** Returns an axis of numbers with equal steps. */
    public static Axis linear(String label, Quantity quantity) {
        return new Axis(label, quantity, false, List.of());
    }

    /** Returns an axis of numbers greater than 0 with equal ratios. */
    public static Axis logarithmic(String label, Quantity quantity) {
        return new Axis(label, quantity, true, List.of());
    }

    /** Returns an axis of names. A chart with a horizontal axis of names is a bar chart, with the names at the left. */
    public static Axis of(String label, List<String> categories) {
        return new Axis(label, Quantity.NUMBER, false, categories);
    }
}
