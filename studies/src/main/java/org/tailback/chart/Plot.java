package org.tailback.chart;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Canvas.Anchor;
import org.tailback.chart.Canvas.Ink;

/** One panel of a chart: axes with marks, helping lines and series in a rectangle. */
final class Plot {
    /** Pixels between names at the vertical axis. */
    private static final double LEAST_HEIGHT_OF_A_NAME = 13;

    private static final int LONGEST_NAME_OF_Y = 11;
    private static final double TEXT = 12;

    /** The position of a panel in pixels, and the axes whose marks have texts. */
    record Frame(double left, double top, double right, double bottom, boolean textsOfX, boolean textsOfY) {}

    private final Chart chart;
    private final SeriesStyles styles;
    private final String panel;
    private final double left;
    private final double top;
    private final double right;
    private final double bottom;
    private final Frame frame;
    private final Scale x;
    private final Scale y;
    private final Ticks ticksOfX;
    private final Ticks ticksOfY;

    Plot(Chart chart, SeriesStyles styles, String panel, Frame frame, Scale.ValueRange xs, Scale.ValueRange ys) {
        this.chart = chart;
        this.styles = styles;
        this.panel = panel;
        this.frame = frame;
        left = frame.left();
        top = frame.top();
        right = frame.right();
        bottom = frame.bottom();
        x = Scale.of(chart.x(), xs.least(), xs.greatest(), left, right, false);
        y = Scale.of(chart.y(), ys.least(), ys.greatest(), bottom, top, false);
        ticksOfX = new Ticks(chart.x().quantity(), xs.units());
        ticksOfY = new Ticks(chart.y().quantity(), ys.units());
    }

    /**
     * Draws the panel on a canvas.
     *
     * @param legendBottom lower end of the legend next to the panel, pixels
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
            canvas.text(left + 6, top - 6, panel, Anchor.START, TEXT);
        }
    }

    private void axes(Canvas canvas) {
        for (double tick : x.ticks((int) Math.max(2, (right - left) / 80), ticksOfX)) {
            canvas.line(x.at(tick), top, x.at(tick), bottom, Ink.QUIET, 1, Canvas.SOLID);
            if (frame.textsOfX()) {
                canvas.text(x.at(tick), bottom + 18, ticksOfX.text(tick), Anchor.MIDDLE, TEXT);
            }
        }
        if (chart.y().categories().isEmpty()) {
            ticksOfY(canvas);
        } else if (frame.textsOfY()) {
            namesOfY(canvas, chart.y().categories());
        }
        canvas.line(left, bottom, right, bottom, Ink.TEXT, 1, Canvas.SOLID);
        canvas.line(left, top, left, bottom, Ink.TEXT, 1, Canvas.SOLID);
    }

    private void namesOfY(Canvas canvas, List<String> names) {
        int every = 1 + (int) (names.size() * LEAST_HEIGHT_OF_A_NAME / (bottom - top));
        for (int i = 0; i < names.size(); i += every) {
            String name = names.get(i);
            String text = name.length() > LONGEST_NAME_OF_Y ? name.substring(0, LONGEST_NAME_OF_Y - 1) + "…" : name;
            canvas.text(left - 8, y.at(i) + 4, text, Anchor.END, TEXT);
        }
    }

    private void ticksOfY(Canvas canvas) {
        for (double tick : y.ticks((int) Math.max(2, (bottom - top) / 50), ticksOfY)) {
            canvas.line(left, y.at(tick), right, y.at(tick), Ink.QUIET, 1, Canvas.SOLID);
            if (frame.textsOfY()) {
                canvas.text(left - 8, y.at(tick) + 4, ticksOfY.text(tick), Anchor.END, TEXT);
            }
        }
    }

    private void guide(Canvas canvas, Guide guide) {
        double[] ends = visible(guide);
        if (ends != null) {
            canvas.line(ends[0], ends[1], ends[2], ends[3], Ink.TEXT, 1, new double[] {3, 3});
        }
    }

    /** Writes the label next to the plot if the line ends at its right side below the legend; otherwise at its end. */
    private void guideLabel(Canvas canvas, Guide guide, double width, double legendBottom) {
        double[] ends = visible(guide);
        if (ends == null) {
            return;
        }
        boolean upright = ends[0] == ends[2];
        boolean toTheRight = !upright
                && ends[2] > right - 1
                && right + 4 + 6.1 * guide.label().length() <= width
                && ends[3] > legendBottom + 8;
        canvas.text(
                ends[2] + (upright || toTheRight ? 4 : -4),
                ends[3] + (upright ? 12 : toTheRight ? 4 : -4),
                guide.label(),
                upright || toTheRight ? Anchor.START : Anchor.END,
                11);
    }

    /** Returns the two ends, in pixels, of the part of the line that lies in the plot; null if there is none. */
    private double @Nullable [] visible(Guide guide) {
        double x1 = x.beyond(guide.x1());
        double y1 = y.beyond(guide.y1());
        double dx = x.beyond(guide.x2()) - x1;
        double dy = y.beyond(guide.y2()) - y1;
        // (Liang and Barsky 1984): how far along the line each side of the plot is crossed
        double[] direction = {-dx, dx, -dy, dy};
        double[] room = {x1 - left, right - x1, y1 - top, bottom - y1};
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
        int size = series.size();
        double[] xs = new double[2 * size];
        double[] ys = new double[2 * size];
        int points = 0;
        Ink ink = Ink.series(color);
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
                canvas.mark(atX, atY, series.style() == Series.Style.LINE ? 3 : 3.5, color, tip(series, i));
            }
        }
        if (series.style() != Series.Style.POINTS && points > 1) {
            canvas.line(xs, ys, points, ink, 1.8, Canvas.dash(dash));
        }
    }

    private void interval(Canvas canvas, Series series, int i, double atX, Ink ink) {
        if (series.low(i) == series.high(i) || !y.shows(series.low(i)) || !y.shows(series.high(i))) {
            return;
        }
        double low = y.at(series.low(i));
        double high = y.at(series.high(i));
        canvas.line(atX, low, atX, high, ink, 1.2, Canvas.SOLID);
        canvas.line(atX - 3, low, atX + 3, low, ink, 1.2, Canvas.SOLID);
        canvas.line(atX - 3, high, atX + 3, high, ink, 1.2, Canvas.SOLID);
    }

    private String tip(Series series, int i) {
        String at = ticksOfX.text(series.x(i));
        return chart.y().categories().isEmpty()
                ? series.name() + ", " + at + ": " + ticksOfY.text(series.y(i))
                : series.name() + ", " + at;
    }
}
