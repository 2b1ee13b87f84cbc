package org.tailback.chart;

import java.util.List;
import org.tailback.chart.Canvas.Anchor;
import org.tailback.chart.Canvas.Ink;

/**
 * Drawing of a chart of named values as horizontal bars. Names are at the left, or above the bars if they are long. The
 * value of each bar is to the right of all whiskers. Intervals are whiskers in the upper half of a bar, points are
 * marks in the lower half, and guides are vertical lines. The {@link Series.Style#PARTS} of a name are stacked in one
 * bar, labelled with their sum.
 */
final class BarsDrawing extends Drawing {
    private static final double LETTER = 6.6;
    private static final double TEXT = 12;
    private static final double GAP = 10;
    /** Width reserved for the values at the right, in pixels. */
    private static final double VALUES = 84;

    private final List<Series> bars;
    private final boolean hasParts;
    private final boolean namesAbove;
    private final double thick;
    private final double left;
    private final double right;
    private final double top;
    private final double bottom;
    private final Scale x;

    BarsDrawing(Chart chart, double width) {
        super(chart, width);
        bars = chart.series().stream()
                .filter(series -> series.style() == Series.Style.BARS)
                .toList();
        hasParts = chart.series().stream().anyMatch(series -> series.style() == Series.Style.PARTS);
        thick = bars.size() <= 1 ? 20 : bars.size() == 2 ? 13 : 11;
        List<String> names = chart.x().categories();
        double widest = LETTER * names.stream().mapToInt(String::length).max().orElse(0);
        namesAbove = widest > 0.38 * width;
        left = namesAbove ? 12 : 24 + widest;
        right = width - VALUES;
        top = 10
                + Headline.height(chart, width)
                + (chart.x().label().isEmpty() ? 0 : 16)
                + (chart.guides().isEmpty() ? 0 : 16);
        bottom = top + names.size() * pitch() + GAP;
        Scale.ValueRange range = Scale.ValueRange.ofY(chart);
        double greatest = Math.max(range.greatest(), greatestSum());
        x = Scale.of(chart.y(), new Scale.ValueRange(range.least(), greatest, range.units()), left, right, true);
    }

    private double pitch() {
        return Math.max(1, bars.size()) * thick + GAP + (namesAbove ? TEXT + 4 : 0);
    }

    private double greatestSum() {
        double greatest = Double.NEGATIVE_INFINITY;
        for (int at = 0; hasParts && at < chart.x().categories().size(); at++) {
            greatest = Math.max(greatest, sumBefore(chart.series().size(), at));
        }
        return greatest;
    }

    /** Returns the sum of a name's parts in all series before a given series. */
    private double sumBefore(int series, int at) {
        double sum = 0;
        for (Series part : chart.series().subList(0, series)) {
            if (part.style() == Series.Style.PARTS && Double.isFinite(part.y()[at])) {
                sum += part.y()[at];
            }
        }
        return sum;
    }

    @Override
    double height() {
        return bottom + 44 + legend.height() + (legend.height() > 0 ? 8 : 0);
    }

    @Override
    void on(Canvas canvas) {
        Headline.on(canvas, chart, width);
        if (!chart.x().label().isEmpty()) {
            canvas.text(8, Headline.height(chart, width) + 16, chart.x().label(), Anchor.START, 13);
        }
        for (double tick : x.ticks((right - left) / 90)) {
            canvas.line(x.at(tick), top, x.at(tick), bottom, Ink.QUIET, 1, Canvas.SOLID);
            canvas.text(x.at(tick), bottom + 18, x.text(tick), Anchor.MIDDLE, TEXT);
        }
        names(canvas);
        for (int number = 0; number < chart.series().size(); number++) {
            Series series = chart.series().get(number);
            for (int at = 0; at < series.y().length; at++) {
                if (x.shows(series.y()[at])) {
                    value(canvas, series, number, at);
                }
            }
        }
        for (int at = 0; hasParts && at < chart.x().categories().size(); at++) {
            text(canvas, sumBefore(chart.series().size(), at), middle(at));
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

    private void names(Canvas canvas) {
        List<String> names = chart.x().categories();
        int most = (int) ((width - 24) / LETTER);
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            String text = name.length() <= most ? name : name.substring(0, most - 1) + "…";
            if (namesAbove) {
                canvas.text(left + 4, middle(i) - thick * Math.max(1, bars.size()) / 2 - 4, text, Anchor.START, TEXT);
            } else {
                canvas.text(left - 8, middle(i) + 4, text, Anchor.END, TEXT);
            }
        }
    }

    private double middle(double category) {
        return top + GAP / 2 + (category + 1) * pitch() - (Math.max(1, bars.size()) * thick + GAP) / 2;
    }

    private void value(Canvas canvas, Series series, int number, int at) {
        int color = styles.color(number);
        String tip =
                series.name() + ", " + chart.x().categories().get((int) series.x()[at]) + ": " + x.text(series.y()[at]);
        double middle = middle(series.x()[at]);
        double half = 0.42 * thick;
        switch (series.style()) {
            case PARTS -> {
                double from = sumBefore(number, at);
                double end = x.at(from + series.y()[at]);
                canvas.rectangle(x.at(from), middle - half, end, middle + half, Ink.series(color), tip);
            }
            case BARS ->
                bar(canvas, series, at, middle + (bars.indexOf(series) - (bars.size() - 1) / 2.0) * thick, color, tip);
            default -> canvas.mark(x.at(series.y()[at]), middle + (bars.size() == 1 ? thick / 4 : 0), 4, color, tip);
        }
    }

    private void bar(Canvas canvas, Series series, int at, double middle, int color, String tip) {
        double half = 0.42 * thick;
        double end = x.at(series.y()[at]);
        canvas.rectangle(x.base(), middle - half, end, middle + half, Ink.series(color), tip);
        if (series.low()[at] != series.high()[at] && x.shows(series.low()[at]) && x.shows(series.high()[at])) {
            canvas.whisker(
                    x.at(series.low()[at]), x.at(series.high()[at]), middle - (bars.size() == 1 ? thick / 5 : 0));
        }
        text(canvas, series.y()[at], middle);
    }

    private void text(Canvas canvas, double value, double middle) {
        canvas.text(width - 8, middle + 4, x.text(value), Anchor.END, TEXT);
    }
}
