package org.tailback.chart;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

/**
 * Values that belong together, drawn in one colour. Values that are not finite are left out, as are values up to 0 on a
 * logarithmic axis.
 */
public final class Series {
    /** How values are drawn. */
    public enum Style {
        /** A line through marked points. */
        LINE,
        /** A line that keeps its value until the next one. */
        STEPS,
        /** Points alone. */
        POINTS,
        /** Bars from 0 (on a logarithmic axis from its lower end), beside those of other series. */
        BARS
    }

    private final String name;
    private final Style style;
    private final double[] x;
    private final double[] y;
    private final double[] low;
    private final double[] high;

    private Series(String name, Style style, double[] x, double[] y, double[] low, double[] high) {
        this.name = requireNonNull(name, "name");
        this.style = style;
        this.x = x.clone();
        this.y = y.clone();
        this.low = low.clone();
        this.high = high.clone();
        checkArgument(
                x.length == y.length && x.length == low.length && x.length == high.length,
                "%s: %s values of x, %s of y",
                name,
                x.length,
                y.length);
    }

    /**
     * Values without intervals.
     *
     * @param x of the same length as {@code y}
     */
    public static Series of(String name, Style style, double[] x, double[] y) {
        return new Series(name, style, x, y, y, y);
    }

    /** Values of an axis of names: value i stands at the i-th name. */
    public static Series of(String name, Style style, double[] y) {
        double[] x = new double[y.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = i;
        }
        return of(name, style, x, y);
    }

    /** These values with an interval around each, drawn as a bar from low to high. */
    public Series withIntervals(double[] newLow, double[] newHigh) {
        return new Series(name, style, x, y, newLow, newHigh);
    }

    /** What the legend says. */
    public String name() {
        return name;
    }

    /** How it is drawn. */
    public Style style() {
        return style;
    }

    /** The number of values. */
    public int size() {
        return x.length;
    }

    /** Where value {@code i} stands on the horizontal axis. */
    public double x(int i) {
        return x[i];
    }

    /** Value {@code i}. */
    public double y(int i) {
        return y[i];
    }

    /** The lower end of the interval around value {@code i}; the value itself if it has none. */
    public double low(int i) {
        return low[i];
    }

    /** The upper end of the interval around value {@code i}; the value itself if it has none. */
    public double high(int i) {
        return high[i];
    }
}
