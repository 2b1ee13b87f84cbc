package org.tailback.chart;

/** Layout of a chart: its size in pixels, and its content on a canvas. */
abstract class Drawing {
    /** Width of a chart in a separate file and on a wide page, in pixels. */
    static final double WIDTH = 760;
    /** Width of a chart on a page viewed on a phone, in pixels. */
    static final double NARROW_WIDTH = 440;

    final Chart chart;
    final double width;
    final SeriesStyles styles;
    final Legend legend;

    Drawing(Chart chart, double width) {
        this.chart = chart;
        this.width = width;
        styles = SeriesStyles.of(chart.series());
        legend = Legend.of(chart, styles);
    }

    abstract double height();

    abstract void on(Canvas canvas);

    /** Returns the layout of a chart: horizontal bars if the chart has named values, otherwise panels with axes. */
    static Drawing of(Chart chart, double width) {
        return chart.x().categories().isEmpty() ? new ChartDrawing(chart, width) : new BarsDrawing(chart, width);
    }
}
