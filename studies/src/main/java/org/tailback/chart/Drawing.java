package org.tailback.chart;

/** A chart laid out: its size in pixels, and its content on a canvas. */
interface Drawing {
    /** Width of a chart by itself and on a wide page, pixels. */
    double WIDTH = 760;

    /** Width of a chart on the page of a phone, pixels. */
    double NARROW_WIDTH = 440;

    double height();

    void on(Canvas canvas);

    /** Returns the layout of a chart: horizontal bars of named values, otherwise axes. */
    static Drawing of(Chart chart, double width) {
        return chart.x().categories().isEmpty() ? new ChartDrawing(chart, width) : new BarsDrawing(chart, width);
    }
}
