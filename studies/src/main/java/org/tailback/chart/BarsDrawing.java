package org.tailback.chart;

import java.util.List;
import org.tailback.chart.Canvas.Anchor;
import org.tailback.chart.Canvas.Ink;

/**
 * Draws a chart of named values as horizontal bars: names at the left, each bar with its value at its end and a whisker
 * over its interval, points as marks on the bars, guides as vertical lines.
 */
final class BarsDrawing implements Drawing {
    private static final double MOST_NAME = 300;
    private static final double LETTER = 6.6;
    private static final double TEXT = 12;
    private static final double GAP = 10;

    private final Chart chart;
    private final Looks looks;
    private final Legend legend;
    private final List<Series> bars;
    private final double thick;
    private final double left;
    private final double right = WIDTH - 84;
    private final double top;
    private final double bottom;
    private final Scale x;
    private final Ticks ticks;

    BarsDrawing(Chart chart) {
        this.chart = chart;
        looks = new Looks(chart.series());
        legend = new Legend(chart.series(), looks);
        bars = chart.series().stream()
                .filter(series -> series.style() == Series.Style.BARS)
                .toList();
        thick = bars.size() == 1 ? 16 : bars.size() == 2 ? 12 : 9;
        List<String> names = chart.x().categories();
        left = 24
                + Math.min(
                        MOST_NAME,
                        names.stream()
                                .mapToDouble(name -> LETTER * name.length())
                                .max()
                                .orElse(0));
        top = head() + (chart.x().label().isEmpty() ? 0 : 16) + (chart.guides().isEmpty() ? 0 : 16);
        bottom = top + names.size() * (bars.size() * thick + GAP) + GAP;
        Scale.ValueRange range = Scale.ValueRange.ofY(chart);
        x = Scale.of(chart.y(), range.least(), range.greatest(), left, right, true);
        ticks = new Ticks(chart.y().quantity(), range.units());
    }

    @Override
    public double height() {
        return bottom + 44 + Legend.LINE * legend.lines() + (legend.lines() > 0 ? 8 : 0);
    }

    @Override
    public void on(Canvas canvas) {
        if (!chart.title().isEmpty()) {
            canvas.text(8, 24, chart.title(), Anchor.START, 15);
        }
        if (!chart.x().label().isEmpty()) {
            canvas.text(8, head() + 6, chart.x().label(), Anchor.START, 13);
        }
        for (double tick : x.ticks((int) Math.max(2, (right - left) / 90), ticks)) {
            canvas.line(x.at(tick), top, x.at(tick), bottom, Ink.QUIET, 1, Canvas.SOLID);
            canvas.text(x.at(tick), bottom + 18, ticks.text(tick), Anchor.MIDDLE, TEXT);
        }
        List<String> names = chart.x().categories();
        int most = (int) (MOST_NAME / LETTER);
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            canvas.text(
                    left - 8,
                    middle(i) + 4,
                    name.length() <= most ? name : name.substring(0, most - 1) + "…",
                    Anchor.END,
                    TEXT);
        }
        for (int i = 0; i < chart.series().size(); i++) {
            Series series = chart.series().get(i);
            int bar = bars.indexOf(series);
            for (int at = 0; at < series.size(); at++) {
                if (!x.shows(series.y(at))) {
                    continue;
                }
                String tip = series.name() + ", " + names.get((int) series.x(at)) + ": " + ticks.text(series.y(at));
                if (bar < 0) {
                    canvas.mark(x.at(series.y(at)), middle(series.x(at)), 4.5, looks.color(i), tip);
                } else {
                    bar(canvas, series, at, middle(series.x(at)) + (bar - (bars.size() - 1) / 2.0) * thick, i, tip);
                }
            }
        }
        for (Guide guide : chart.guides()) {
            double at = x.at(guide.y1());
            canvas.line(at, top, at, bottom, Ink.TEXT, 1, new double[] {3, 3});
            canvas.text(at + 4, top - 4, guide.label(), Anchor.START, 11);
        }
        canvas.line(left, top, left, bottom, Ink.TEXT, 1, Canvas.SOLID);
        canvas.text((left + right) / 2, bottom + 36, chart.y().label(), Anchor.MIDDLE, 13);
        legend.on(canvas, left, bottom + 44);
    }

    private double head() {
        return chart.title().isEmpty() ? 10 : 40;
    }

    private double middle(double category) {
        return top + GAP + (category + 0.5) * (bars.size() * thick + GAP) - GAP / 2;
    }

    private void bar(Canvas canvas, Series series, int at, double middle, int number, String tip) {
        double half = 0.42 * thick;
        double end = x.at(series.y(at));
        canvas.rectangle(x.base(), middle - half, end, middle + half, Ink.series(looks.color(number)), tip);
        double after = end;
        if (series.low(at) != series.high(at) && x.shows(series.low(at)) && x.shows(series.high(at))) {
            double low = x.at(series.low(at));
            after = x.at(series.high(at));
            canvas.line(low, middle, after, middle, Ink.TEXT, 1.2, Canvas.SOLID);
            canvas.line(low, middle - 4, low, middle + 4, Ink.TEXT, 1.2, Canvas.SOLID);
            canvas.line(after, middle - 4, after, middle + 4, Ink.TEXT, 1.2, Canvas.SOLID);
        }
        if (thick > 9) {
            canvas.text(Math.max(end, after) + 6, middle + 4, ticks.text(series.y(at)), Anchor.START, 11);
        }
    }
}
