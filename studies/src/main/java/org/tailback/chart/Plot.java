package org.tailback.chart;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Canvas.Anchor;
import org.tailback.chart.Canvas.Ink;

/**
 * Panel of a chart: axes with marks, grid lines and series in a rectangle.
 *
 * @param panel title of the panel; empty if the chart has only one panel
 * @param x scale from the left edge to the right edge
 * @param y scale from the lower edge to the upper edge
 * @param hasTextsOfX whether the marks of the horizontal axis have texts
 * @param hasTextsOfY whether the marks of the vertical axis have texts
 */
record Plot(
        Chart chart, SeriesStyles styles, String panel, Scale x, Scale y, boolean hasTextsOfX, boolean hasTextsOfY) {
    /** Smallest distance between names at the vertical axis, in pixels. */
    private static final double LEAST_HEIGHT_OF_A_NAME = 13;

    private static final int LONGEST_NAME_OF_Y = 11;
    private static final double TEXT = 12;

    /**
     * Draws the panel on a canvas.
     *
     * @param legendBottom lower end of the legend next to the panel, in pixels
     */
    void on(Canvas canvas, double width, double legendBottom) {
        axes(canvas);
        for (Guide guide : chart.guides()) {
            guide(canvas, guide);
        }
        List<Series> all = chart.series();
        for (int i = 0; i < all.size(); i++) {
            if (styles.isIn(panel, i)) {
                curve(canvas, all.get(i), styles.color(i), styles.dash(i));
            }
        }
        for (Guide guide : chart.guides()) {
            guideLabel(canvas, guide, width, legendBottom);
        }
        if (!panel.isEmpty()) {
            canvas.text(x.from() + 6, y.to() - 6, panel, Anchor.START, TEXT);
        }
    }

    private void axes(Canvas canvas) {
        for (double tick : x.ticks((x.to() - x.from()) / 80)) {
            canvas.line(x.at(tick), y.to(), x.at(tick), y.from(), Ink.QUIET, 1, Canvas.SOLID);
            if (hasTextsOfX) {
                canvas.text(x.at(tick), y.from() + 18, x.text(tick), Anchor.MIDDLE, TEXT);
            }
        }
        if (chart.y().categories().isEmpty()) {
            ticksOfY(canvas);
        } else if (hasTextsOfY) {
            namesOfY(canvas, chart.y().categories());
        }
        canvas.line(x.from(), y.from(), x.to(), y.from(), Ink.TEXT, 1, Canvas.SOLID);
        canvas.line(x.from(), y.to(), x.from(), y.from(), Ink.TEXT, 1, Canvas.SOLID);
    }

    private void namesOfY(Canvas canvas, List<String> names) {
        int every = 1 + (int) (names.size() * LEAST_HEIGHT_OF_A_NAME / (y.from() - y.to()));
        for (int i = 0; i < names.size(); i += every) {
            String name = names.get(i);
            String text = name.length() > LONGEST_NAME_OF_Y ? name.substring(0, LONGEST_NAME_OF_Y - 1) + "…" : name;
            canvas.text(x.from() - 8, y.at(i) + 4, text, Anchor.END, TEXT);
        }
    }

    private void ticksOfY(Canvas canvas) {
        for (double tick : y.ticks((y.from() - y.to()) / 50)) {
            canvas.line(x.from(), y.at(tick), x.to(), y.at(tick), Ink.QUIET, 1, Canvas.SOLID);
            if (hasTextsOfY) {
                canvas.text(x.from() - 8, y.at(tick) + 4, y.text(tick), Anchor.END, TEXT);
            }
        }
    }

    private void guide(Canvas canvas, Guide guide) {
        double[] ends = visible(guide);
        if (ends != null) {
            canvas.line(ends[0], ends[1], ends[2], ends[3], Ink.TEXT, 1, new double[] {3, 3});
        }
    }

    /**
     * Writes the label next to the plot if the line ends at the plot's right edge below the legend, otherwise at the
     * line's end.
     */
    private void guideLabel(Canvas canvas, Guide guide, double width, double legendBottom) {
        double[] ends = visible(guide);
        if (ends == null) {
            return;
        }
        boolean upright = ends[0] == ends[2];
        boolean toTheRight = !upright
                && ends[2] > x.to() - 1
                && x.to() + 4 + 6.1 * guide.label().length() <= width
                && ends[3] > legendBottom + 8;
        canvas.text(
                ends[2] + (upright || toTheRight ? 4 : -4),
                ends[3] + (upright ? 12 : toTheRight ? 4 : -4),
                guide.label(),
                upright || toTheRight ? Anchor.START : Anchor.END,
                11);
    }

    /**
     * Returns the two ends, in pixels, of the segment of the line inside the plot; null if the line is outside the
     * plot.
     */
    private double @Nullable [] visible(Guide guide) {
        double x1 = x.beyond(guide.x1());
        double y1 = y.beyond(guide.y1());
        double dx = x.beyond(guide.x2()) - x1;
        double dy = y.beyond(guide.y2()) - y1;
        // (Liang and Barsky 1984): the parameters at which the line crosses the edges of the plot
        double[] direction = {-dx, dx, -dy, dy};
        double[] room = {x1 - x.from(), x.to() - x1, y1 - y.to(), y.from() - y1};
        double from = 0;
        double to = 1;
        for (int side = 0; side < 4; side++) {
            if (direction[side] < 0) {
                from = Math.max(from, room[side] / direction[side]);
            } else if (direction[side] > 0) {
                to = Math.min(to, room[side] / direction[side]);
            } else if (room[side] < 0) {
                return null;
            }
        }
        return from > to ? null : new double[] {x1 + from * dx, y1 + from * dy, x1 + to * dx, y1 + to * dy};
    }

    private void curve(Canvas canvas, Series series, int color, int dash) {
        int size = series.x().length;
        double[] xs = new double[2 * size];
        double[] ys = new double[2 * size];
        int points = 0;
        Ink ink = Ink.series(color);
        for (int i = 0; i < size; i++) {
            if (!x.shows(series.x()[i]) || !y.shows(series.y()[i])) {
                continue;
            }
            double atX = x.at(series.x()[i]);
            double atY = y.at(series.y()[i]);
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
                canvas.mark(atX, atY, series.style() == Series.Style.LINE ? 3 : 3.5, color, tip(series, i));
            }
        }
        if (series.style() != Series.Style.POINTS && points > 1) {
            canvas.line(xs, ys, points, ink, 1.8, Canvas.dash(dash));
        }
    }

    private void interval(Canvas canvas, Series series, int i, double atX, Ink ink) {
        if (series.low()[i] == series.high()[i] || !y.shows(series.low()[i]) || !y.shows(series.high()[i])) {
            return;
        }
        double low = y.at(series.low()[i]);
        double high = y.at(series.high()[i]);
        canvas.line(atX, low, atX, high, ink, 1.2, Canvas.SOLID);
        canvas.line(atX - 3, low, atX + 3, low, ink, 1.2, Canvas.SOLID);
        canvas.line(atX - 3, high, atX + 3, high, ink, 1.2, Canvas.SOLID);
    }

    private String tip(Series series, int i) {
        String at = x.text(series.x()[i]);
        return chart.y().categories().isEmpty()
                ? series.name() + ", " + at + ": " + y.text(series.y()[i])
                : series.name() + ", " + at;
    }
}
