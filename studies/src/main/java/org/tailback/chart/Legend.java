package org.tailback.chart;

import java.util.ArrayList;
import java.util.List;
import org.tailback.chart.Canvas.Anchor;
import org.tailback.chart.Canvas.Ink;

/**
 * Legend of a chart. It has a line for each series, or for grouped series a line for each colour and for each dash, and
 * a line for the intervals around values.
 *
 * @param intervals meaning of the intervals; empty if there are none
 */
record Legend(List<Entry> entries, String intervals) {
    /** Height of a line, in pixels. */
    static final double LINE = 18;

    private static final double TEXT = 12;

    /**
     * A line of the legend.
     *
     * @param color number of the colour; -1 for an entry that explains a dash
     */
    record Entry(String text, Series.Style style, int color, int dash) {}

    static Legend of(Chart chart, SeriesStyles styles) {
        List<Series> series = chart.series();
        List<Entry> entries = new ArrayList<>();
        List<String> colors = styles.colors();
        List<String> dashes = styles.dashes();
        if (!styles.grouped()) {
            boolean isShown = series.size() > 1 || !chart.intervals().isEmpty();
            for (int i = 0; isShown && i < series.size(); i++) {
                entries.add(new Entry(series.get(i).name(), series.get(i).style(), i, i));
            }
            return new Legend(entries, chart.intervals());
        }
        for (int i = 0; colors.size() > 1 && i < colors.size(); i++) {
            entries.add(new Entry(colors.get(i), series.get(0).style(), i, 0));
        }
        for (int i = 0; i < dashes.size(); i++) {
            if (dashes.size() > 1 && !dashes.get(i).isEmpty()) {
                entries.add(new Entry(dashes.get(i), series.get(0).style(), -1, i));
            }
        }
        return new Legend(entries, chart.intervals());
    }

    /** Returns the height of all lines, in pixels. */
    double height() {
        return LINE * (entries.size() + (intervals.isEmpty() ? 0 : 1));
    }

    double width() {
        int letters = entries.stream().mapToInt(entry -> entry.text().length()).reduce(intervals.length(), Math::max);
        return letters == 0 ? 0 : 46 + 6.6 * letters;
    }

    void on(Canvas canvas, double from, double top) {
        double y = top + 8;
        for (Entry entry : entries) {
            Ink ink = entry.color() < 0 ? Ink.TEXT : Ink.series(entry.color());
            switch (entry.style()) {
                case BARS, PARTS -> canvas.rectangle(from + 6, y - 5, from + 18, y + 5, ink, "");
                case LINE, STEPS -> canvas.line(from, y, from + 24, y, ink, 1.8, Canvas.dash(entry.dash()));
                case POINTS -> {}
            }
            boolean isMarked = entry.style() == Series.Style.LINE || entry.style() == Series.Style.POINTS;
            if (isMarked && entry.color() >= 0) {
                canvas.mark(from + 12, y, 3.5, entry.color(), "");
            }
            canvas.text(from + 30, y + 4, entry.text(), Anchor.START, TEXT);
            y += LINE;
        }
        if (!intervals.isEmpty()) {
            canvas.whisker(from + 2, from + 22, y);
            canvas.text(from + 30, y + 4, intervals, Anchor.START, TEXT);
        }
    }
}
