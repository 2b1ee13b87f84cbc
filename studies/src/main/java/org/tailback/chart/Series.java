package org.tailback.chart;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Related values of a chart, drawn in one colour. An ungrouped series has an individual colour, dash and mark. In
 * charts of many series, use {@link #grouped}: the colour shows one property, the dash or the panel another. Values
 * that are not finite are omitted, and so are values up to 0 on a logarithmic axis.
 *
 * @param name name of the series in the legend
 * @param style form in which values are drawn
 * @param x positions of the values on the horizontal axis
 * @param y the values, one per position
 * @param low lower ends of the intervals around the values; the values themselves without intervals
 * @param high upper ends of the intervals
 * @param group the groups to which the series belongs; null if it is not grouped
 */
public record Series(
        String name,
        Style style,
        double[] x,
        double[] y,
        double[] low,
        double[] high,
        @Nullable Group group) {
    /** Form in which values are drawn. */
    public enum Style {
        /** A line through marked points. */
        LINE,
        /** A line of steps that remains at each value until the next. */
        STEPS,
        /** Points without a line. */
        POINTS,
        /** Horizontal bars from 0 on an axis of names, below the bars of other series. */
        BARS,
        /** Horizontal bars on an axis of names, each beginning at the end of the previous series' bar. */
        PARTS
    }

    /**
     * The groups to which a series belongs.
     *
     * @param color text that the legend shows for the colour and mark; series with the same text share them
     * @param dash text that the legend shows for the dash, unless it is empty; series with the same text share the dash
     * @param panel title of the panel; series with the same title are drawn in the same panel
     */
    public record Group(String color, String dash, String panel) {}

    public Series {
        checkArgument(x.length == y.length, "%s: %s values of x, %s of y", name, x.length, y.length);
    }

    /**
     * Returns a series without intervals.
     *
     * @param x positions on the horizontal axis, of the same length as {@code y}
     */
    public static Series of(String name, Style style, double[] x, double[] y) {
        return new Series(name, style, x, y, y, y, null);
    }

    /** Returns a series over an axis of names, with value i at the i-th name. */
    public static Series of(String name, Style style, double[] y) {
        return of(name, style, IntStream.range(0, y.length).asDoubleStream().toArray(), y);
    }

    /** Returns a series with a point for each row. */
    public static <T> Series of(
            String name, Style style, List<T> rows, ToDoubleFunction<? super T> x, ToDoubleFunction<? super T> y) {
        return of(name, style, values(rows, x), values(rows, y));
    }

    /** Returns a series with a value for each row of an axis of names. */
    public static <T> Series of(String name, Style style, List<T> rows, ToDoubleFunction<? super T> y) {
        return of(name, style, values(rows, y));
    }

    private static <T> double[] values(List<T> rows, ToDoubleFunction<? super T> value) {
        return rows.stream().mapToDouble(value).toArray();
    }

    /** Returns the same series with the interval of each row, drawn as a bar from its lower to its upper end. */
    public <T> Series withIntervals(
            List<T> rows, ToDoubleFunction<? super T> lower, ToDoubleFunction<? super T> upper) {
        return new Series(name, style, x, y, values(rows, lower), values(rows, upper), group);
    }

    /**
     * Returns the same series as a member of groups. If all series of the chart are grouped, the legend has an entry
     * per colour and per dash instead of one per series.
     *
     * @param color meaning of the colour and the mark, such as an algorithm
     * @param dash meaning of the dash, such as a number of ranks; empty for a solid line that the legend does not
     *     explain
     * @param panel title of the panel in which the series is drawn; panels share their axes. Empty if there is only one
     *     panel
     */
    public Series grouped(String color, String dash, String panel) {
        return new Series(name, style, x, y, low, high, new Group(color, dash, panel));
    }
}
