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
 * @param title may be empty
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series what is drawn, in the order of the legend
 * @param guides lines to compare with
 */
public record Chart(String title, Axis x, Axis y, List<Series> series, List<Guide> guides) {
    public Chart {
        series = List.copyOf(series);
        guides = List.copyOf(guides);
    }

    /** Returns a chart to be filled. */
    public static Builder titled(String title) {
        return new Builder(title);
    }

    /** Collects what a chart shows. */
    public static final class Builder {
        private final String title;
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

        /** One more series. */
        public Builder add(Series more) {
            series.add(requireNonNull(more, "more"));
            return this;
        }

        /** One more line to compare with. */
        public Builder add(Guide more) {
            guides.add(requireNonNull(more, "more"));
            return this;
        }

        /** Returns the chart. */
        public Chart build() {
            return new Chart(title, x, y, series, guides);
        }
    }
}
