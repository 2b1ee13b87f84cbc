package org.tailback.chart;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Values that belong together, drawn in one colour. Ungrouped series have an individual colour, dash and mark; with
 * {@link #grouped} a chart of many series stays readable: the colour shows one property, the dash or the panel another.
 * Values that are not finite are left out, as are values up to 0 on a logarithmic axis.
 */
public final class Series {
    /** The form in which values are drawn. */
    public enum Style {
        /** A line through marked points. */
        LINE,
        /** A line that keeps its value until the next one. */
        STEPS,
        /** Points alone. */
        POINTS,
        /** Horizontal bars from 0 on an axis of names, below those of other series. */
        BARS,
        /** Horizontal bars on an axis of names, each beginning where that of the series before it ends. */
        PARTS
    }

    private final String name;
    private final Style style;
    private final double[] x;
    private final double[] y;
    private final double[] low;
    private final double[] high;
    private final @Nullable Group group;

    /**
     * The groups to which a series belongs.
     *
     * @param color series with the same text here have the same colour and mark, shown in the legend
     * @param dash series with the same text here have the same dash, shown in the legend unless it is empty
     * @param panel series with the same text here are drawn in the same panel, whose title it is
     */
    record Group(String color, String dash, String panel) {}

    private Series(
            String name, Style style, double[] x, double[] y, double[] low, double[] high, @Nullable Group group) {
        this.group = group;
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
     * Returns values without intervals.
     *
     * @param x of the same length as {@code y}
     */
    public static Series of(String name, Style style, double[] x, double[] y) {
        return new Series(name, style, x, y, y, y, null);
    }

    /** Returns values of an axis of names: value i is at the i-th name. */
    public static Series of(String name, Style style, double[] y) {
        double[] x = new double[y.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = i;
        }
        return of(name, style, x, y);
    }

    /** Returns a point for each row. */
    public static <T> Series of(
            String name, Style style, List<T> rows, ToDoubleFunction<? super T> x, ToDoubleFunction<? super T> y) {
        return of(
                name,
                style,
                rows.stream().mapToDouble(x).toArray(),
                rows.stream().mapToDouble(y).toArray());
    }

    /** Returns a value for each row of an axis of names. */
    public static <T> Series of(String name, Style style, List<T> rows, ToDoubleFunction<? super T> y) {
        return of(name, style, rows.stream().mapToDouble(y).toArray());
    }

    /** Returns these values with the interval of each row. */
    public <T> Series withIntervals(
            List<T> rows, ToDoubleFunction<? super T> newLow, ToDoubleFunction<? super T> newHigh) {
        return withIntervals(
                rows.stream().mapToDouble(newLow).toArray(),
                rows.stream().mapToDouble(newHigh).toArray());
    }

    /** Returns these values with an interval around each, drawn as a bar from low to high. */
    public Series withIntervals(double[] newLow, double[] newHigh) {
        return new Series(name, style, x, y, newLow, newHigh, group);
    }

    /**
     * Returns these values as part of groups. The legend then names each colour and each dash once instead of every
     * series, if all series of the chart are grouped.
     *
     * @param color meaning of the colour and the mark, such as an algorithm
     * @param dash meaning of the dash, such as a number of ranks; empty for a solid line that the legend does not
     *     explain
     * @param panel the title of the panel that the series is drawn in; panels share their axes. Empty if there is one
     *     only
     */
    public Series grouped(String color, String dash, String panel) {
        return new Series(name, style, x, y, low, high, new Group(color, dash, panel));
    }

    @Nullable
    Group group() {
        return group;
    }

    public String name() {
        return name;
    }

    public Style style() {
        return style;
    }

    public int size() {
        return x.length;
    }

    /** Returns the position of value {@code i} on the horizontal axis. */
    public double x(int i) {
        return x[i];
    }

    public double y(int i) {
        return y[i];
    }

    /** Returns the lower end of the interval around value {@code i}; the value itself if it has none. */
    public double low(int i) {
        return low[i];
    }

    /** Returns the upper end of the interval around value {@code i}; the value itself if it has none. */
    public double high(int i) {
        return high[i];
    }
}
