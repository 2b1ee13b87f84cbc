package org.tailback.chart;

import java.util.List;
import java.util.stream.Stream;

/**
 * Content of a chart, immutable and without a size or a file. {@link ChartFile} draws it.
 *
 * <pre>{@code
 * Chart chart = Chart.titled("Alltoall, 32 nodes")
 *         .x(Axis.logarithmic("message size", Axis.Quantity.BYTES))
 *         .y(Axis.linear("time", Axis.Quantity.SECONDS))
 *         .add(Series.of("A", Series.Style.LINE, sizes, times));
 * ChartFile.write(Path.of("alltoall.svg"), () -> chart);
 * }</pre>
 *
 * @param title title of the chart, preferably the question that the chart answers; may be empty
 * @param subtitle a smaller line below the title, such as the program; may be empty
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series values, in the order of the legend
 * @param guides lines for comparison
 * @param intervals meaning of the intervals around values, for the legend; empty if no value has an interval
 */
public record Chart(
        String title, String subtitle, Axis x, Axis y, List<Series> series, List<Guide> guides, String intervals) {
    private static final Axis PLAIN = Axis.linear("", Axis.Quantity.NUMBER);

    /** Returns a chart with a title, without content, whose axes have plain numbers and no labels. */
    public static Chart titled(String title) {
        return new Chart(title, "", PLAIN, PLAIN, List.of(), List.of(), "");
    }

    /** Returns the same chart with another title. */
    public Chart withTitle(String other) {
        return new Chart(other, subtitle, x, y, series, guides, intervals);
    }

    /** Returns the same chart with a line below the title. */
    public Chart subtitle(String text) {
        return new Chart(title, text, x, y, series, guides, intervals);
    }

    /** Returns the same chart with a horizontal axis. */
    public Chart x(Axis axis) {
        return new Chart(title, subtitle, axis, y, series, guides, intervals);
    }

    /** Returns the same chart with a vertical axis. */
    public Chart y(Axis axis) {
        return new Chart(title, subtitle, x, axis, series, guides, intervals);
    }

    /** Returns the same chart with the meaning of intervals around values, such as {@code "error of 15 %"}. */
    public Chart intervals(String meaning) {
        return new Chart(title, subtitle, x, y, series, guides, meaning);
    }

    /** Returns the same chart with another series. */
    public Chart add(Series more) {
        return add(List.of(more));
    }

    /** Returns the same chart with more series. */
    public Chart add(List<Series> more) {
        List<Series> all = Stream.concat(series.stream(), more.stream()).toList();
        return new Chart(title, subtitle, x, y, all, guides, intervals);
    }

    /** Returns the same chart with another line for comparison. */
    public Chart add(Guide more) {
        List<Guide> all = Stream.concat(guides.stream(), Stream.of(more)).toList();
        return new Chart(title, subtitle, x, y, series, all, intervals);
    }
}
