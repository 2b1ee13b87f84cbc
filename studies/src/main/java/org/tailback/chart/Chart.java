package org.tailback.chart;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * The content of a chart: immutable, without a size or a file. {@link ChartFile} draws it.
 *
 * <pre>{@code
 * Chart chart = Chart.titled("Alltoall, 32 nodes")
 *         .x(Axis.logarithmic("message size", Axis.Quantity.BYTES))
 *         .y(Axis.linear("time", Axis.Quantity.SECONDS))
 *         .add(Series.of("A", Series.Style.LINE, sizes, times))
 *         .build();
 * ChartFile.write(Path.of("alltoall.svg"), () -> chart);
 * }</pre>
 *
 * @param title best the question that the chart answers; may be empty
 * @param subtitle a smaller line below the title, such as the program; may be empty
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series values, in the order of the legend
 * @param guides lines to compare with
 * @param intervals meaning of the intervals around values, for the legend; empty if no value has one
 */
public record Chart(
        String title, String subtitle, Axis x, Axis y, List<Series> series, List<Guide> guides, String intervals) {
    public Chart {
        series = List.copyOf(series);
        guides = List.copyOf(guides);
    }

    /** Returns the same chart with another title. */
    public Chart withTitle(String newTitle) {
        return new Chart(newTitle, subtitle, x, y, series, guides, intervals);
    }

    /** Returns a builder of a chart with a title. */
    public static Builder titled(String title) {
        return new Builder(title);
    }

    /** Collects the contents of a chart. */
    public static final class Builder {
        private final String title;
        private String subtitle = "";
        private String intervals = "";
        private Axis x = Axis.linear("", Axis.Quantity.NUMBER);
        private Axis y = Axis.linear("", Axis.Quantity.NUMBER);
        private final List<Series> series = new ArrayList<>();
        private final List<Guide> guides = new ArrayList<>();

        private Builder(String title) {
            this.title = requireNonNull(title, "title");
        }

        /** Sets the horizontal axis; plain numbers without a label by default. */
        public Builder x(Axis axis) {
            x = requireNonNull(axis, "axis");
            return this;
        }

        /** Sets the vertical axis; plain numbers without a label by default. */
        public Builder y(Axis axis) {
            y = requireNonNull(axis, "axis");
            return this;
        }

        /** Sets the line below the title; none by default. */
        public Builder subtitle(String text) {
            subtitle = requireNonNull(text, "text");
            return this;
        }

        /** Sets the meaning of intervals around values, such as {@code "error of 15 %"}; unexplained by default. */
        public Builder intervals(String meaning) {
            intervals = requireNonNull(meaning, "meaning");
            return this;
        }

        /** Adds a series. */
        public Builder add(Series more) {
            series.add(requireNonNull(more, "more"));
            return this;
        }

        /** Adds a line for comparison. */
        public Builder add(Guide more) {
            guides.add(requireNonNull(more, "more"));
            return this;
        }

        /** Returns the chart. */
        public Chart build() {
            return new Chart(title, subtitle, x, y, series, guides, intervals);
        }
    }
}
