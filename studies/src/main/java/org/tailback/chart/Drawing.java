package org.tailback.chart;

/** A chart laid out: its size in pixels, and its content on a canvas. */
interface Drawing {
    /** Width of every chart, pixels. */
    double WIDTH = 760;

    double height();

    void on(Canvas canvas);

    /** Returns the layout of a chart: horizontal bars of named values, otherwise axes. */
    static Drawing of(Chart chart) {
        return chart.x().categories().isEmpty() ? new ChartDrawing(chart) : new BarsDrawing(chart);
    }
}
