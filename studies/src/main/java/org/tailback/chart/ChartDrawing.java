package org.tailback.chart;

import java.util.List;
import org.tailback.chart.Canvas.Anchor;
import org.tailback.chart.Canvas.Ink;

/** Lays a chart out and draws it: title, axes with marks, helping lines, series, and a legend at the right. */
final class ChartDrawing {
    private static final double TEXT = 12;
    private static final double[] SOLID = {};

    private final Chart chart;
    private final double left;
    private final double top;
    private final double right;
    private final double bottom;
    private final double height;
    private final boolean slanted;
    private final Scale x;
    private final Scale y;

    ChartDrawing(Chart chart, double width, double height) {
        this.chart = chart;
        this.height = height;
        double legend = 0;
        if (chart.series().size() > 1) {
            for (Series series : chart.series()) {
                legend = Math.max(legend, 46 + 6.6 * series.name().length());
            }
        }
        double names = 0;
        for (String name : chart.x().categories()) {
            names = Math.max(names, 6.6 * name.length());
        }
        left = 86;
        right = width - 22 - Math.min(legend, width * 0.4);
        top = chart.title().isEmpty() ? 16 : 40;
        int count = Math.max(1, chart.x().categories().size());
        slanted = names > 0.95 * (right - left) / count;
        bottom = height - 44 - (slanted ? Math.min(names, height * 0.4) : 14);
        double[] xs = ends(false);
        double[] ys = ends(true);
        boolean bars = chart.series().stream().anyMatch(s -> s.style() == Series.Style.BARS);
        x = Scale.of(chart.x(), xs[0], xs[1], left, right, false);
        y = Scale.of(chart.y(), ys[0], ys[1], bottom, top, bars);
    }

    void on(Canvas canvas) {
        if (!chart.title().isEmpty()) {
            canvas.text(left, 24, chart.title(), Anchor.START, 15, false);
        }
        axes(canvas);
        for (Guide guide : chart.guides()) {
            guide(canvas, guide);
        }
        List<Series> all = chart.series();
        int bars =
                (int) all.stream().filter(s -> s.style() == Series.Style.BARS).count();
        int bar = 0;
        for (int i = 0; i < all.size(); i++) {
            Series series = all.get(i);
            if (series.style() == Series.Style.BARS) {
                bars(canvas, series, i, bar++, bars);
            } else {
                curve(canvas, series, i);
            }
        }
        if (all.size() > 1) {
            legend(canvas);
        }
    }

    private double[] ends(boolean vertical) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        boolean logarithmic = (vertical ? chart.y() : chart.x()).logarithmic();
        for (Series series : chart.series()) {
            for (int i = 0; i < series.size(); i++) {
                double[] values = vertical
                        ? new double[] {series.y(i), series.low(i), series.high(i)}
                        : new double[] {series.x(i)};
                for (double value : values) {
                    if (Double.isFinite(value) && (!logarithmic || value > 0)) {
                        least = Math.min(least, value);
                        greatest = Math.max(greatest, value);
                    }
                }
            }
        }
        return new double[] {least, greatest};
    }

    private void axes(Canvas canvas) {
        List<String> names = chart.x().categories();
        if (names.isEmpty()) {
            for (double tick :
                    x.ticks((int) Math.max(2, (right - left) / 80), chart.x().quantity())) {
                line(canvas, x.at(tick), top, x.at(tick), bottom, Ink.QUIET, 1, SOLID);
                String text = Ticks.text(tick, chart.x().quantity());
                canvas.text(x.at(tick), bottom + 18, text, Anchor.MIDDLE, TEXT, false);
            }
        } else {
            for (int i = 0; i < names.size(); i++) {
                if (slanted) {
                    canvas.text(x.at(i) + 4, bottom + 10, names.get(i), Anchor.END, TEXT, true);
                } else {
                    canvas.text(x.at(i), bottom + 18, names.get(i), Anchor.MIDDLE, TEXT, false);
                }
            }
        }
        for (double tick :
                y.ticks((int) Math.max(2, (bottom - top) / 50), chart.y().quantity())) {
            line(canvas, left, y.at(tick), right, y.at(tick), Ink.QUIET, 1, SOLID);
            canvas.text(left - 8, y.at(tick) + 4, Ticks.text(tick, chart.y().quantity()), Anchor.END, TEXT, false);
        }
        line(canvas, left, bottom, right, bottom, Ink.TEXT, 1, SOLID);
        line(canvas, left, top, left, bottom, Ink.TEXT, 1, SOLID);
        canvas.text((left + right) / 2, height - 14, chart.x().label(), Anchor.MIDDLE, TEXT + 1, false);
        canvas.text(18, (top + bottom) / 2, chart.y().label(), Anchor.MIDDLE, TEXT + 1, true);
    }

    private void guide(Canvas canvas, Guide guide) {
        double x2 = x.at(guide.x2());
        double y2 = y.at(guide.y2());
        line(canvas, x.at(guide.x1()), y.at(guide.y1()), x2, y2, Ink.TEXT, 1, new double[] {3, 3});
        boolean upright = x2 == x.at(guide.x1());
        canvas.text(
                x2 + (upright ? 4 : -4),
                y2 + (upright ? 12 : -4),
                guide.label(),
                upright ? Anchor.START : Anchor.END,
                11,
                false);
    }

    private void curve(Canvas canvas, Series series, int number) {
        int size = series.size();
        double[] xs = new double[2 * size];
        double[] ys = new double[2 * size];
        int points = 0;
        Ink ink = Ink.series(number);
        for (int i = 0; i < size; i++) {
            if (!x.shows(series.x(i)) || !y.shows(series.y(i))) {
                continue;
            }
            double atX = x.at(series.x(i));
            double atY = y.at(series.y(i));
            if (series.style() == Series.Style.STEPS && points > 0) {
                xs[points] = atX;
                ys[points] = ys[points - 1];
                points++;
            }
            xs[points] = atX;
            ys[points] = atY;
            points++;
            interval(canvas, series, i, atX, ink);
            if (series.style() != Series.Style.STEPS && size <= 2000) {
                Palette.mark(canvas, atX, atY, series.style() == Series.Style.LINE ? 3 : 3.5, number, tip(series, i));
            }
        }
        if (series.style() != Series.Style.POINTS && points > 1) {
            canvas.line(xs, ys, points, ink, 1.8, Palette.dash(number));
        }
    }

    private void bars(Canvas canvas, Series series, int number, int bar, int bars) {
        double step = chart.x().categories().isEmpty() ? leastStep(series) : 1;
        double width = 0.8 * step * x.unit() / bars;
        Ink ink = Ink.series(number);
        for (int i = 0; i < series.size(); i++) {
            if (!x.shows(series.x(i)) || !y.shows(series.y(i))) {
                continue;
            }
            double middle = x.at(series.x(i)) + (bar - (bars - 1) / 2.0) * width;
            double from = Math.max(left, middle - width * 0.46);
            double to = Math.min(right, middle + width * 0.46);
            double end = y.at(series.y(i));
            canvas.area(
                    new double[] {from, to, to, from},
                    new double[] {y.base(), y.base(), end, end},
                    4,
                    ink,
                    tip(series, i));
            interval(canvas, series, i, middle, Ink.TEXT);
        }
    }

    private void interval(Canvas canvas, Series series, int i, double atX, Ink ink) {
        if (series.low(i) == series.high(i) || !y.shows(series.low(i)) || !y.shows(series.high(i))) {
            return;
        }
        double low = y.at(series.low(i));
        double high = y.at(series.high(i));
        line(canvas, atX, low, atX, high, ink, 1.2, SOLID);
        line(canvas, atX - 3, low, atX + 3, low, ink, 1.2, SOLID);
        line(canvas, atX - 3, high, atX + 3, high, ink, 1.2, SOLID);
    }

    private void legend(Canvas canvas) {
        for (int i = 0; i < chart.series().size(); i++) {
            Series series = chart.series().get(i);
            double atY = top + 8 + 18.0 * i;
            double from = right + 12;
            if (series.style() == Series.Style.LINE || series.style() == Series.Style.STEPS) {
                line(canvas, from, atY, from + 24, atY, Ink.series(i), 1.8, Palette.dash(i));
            }
            if (series.style() == Series.Style.BARS) {
                canvas.area(
                        new double[] {from + 6, from + 18, from + 18, from + 6},
                        new double[] {atY - 5, atY - 5, atY + 5, atY + 5},
                        4,
                        Ink.series(i),
                        "");
            } else if (series.style() != Series.Style.STEPS) {
                Palette.mark(canvas, from + 12, atY, 3.5, i, "");
            }
            canvas.text(from + 30, atY + 4, series.name(), Anchor.START, TEXT, false);
        }
    }

    private String tip(Series series, int i) {
        List<String> names = chart.x().categories();
        int category = (int) Math.round(series.x(i));
        String at = names.isEmpty()
                ? Ticks.text(series.x(i), chart.x().quantity())
                : category >= 0 && category < names.size() ? names.get(category) : "";
        return series.name() + ", " + at + ": "
                + Ticks.text(series.y(i), chart.y().quantity());
    }

    private static double leastStep(Series series) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 1; i < series.size(); i++) {
            double step = Math.abs(series.x(i) - series.x(i - 1));
            if (step > 0) {
                least = Math.min(least, step);
            }
        }
        return Double.isFinite(least) ? least : 1;
    }

    private static void line(
            Canvas canvas, double x1, double y1, double x2, double y2, Ink ink, double width, double[] dash) {
        canvas.line(new double[] {x1, x2}, new double[] {y1, y2}, 2, ink, width, dash);
    }
}
