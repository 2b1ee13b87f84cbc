package org.tailback.chart;

import java.util.ArrayList;
import java.util.List;
import org.tailback.chart.Canvas.Anchor;
import org.tailback.chart.Canvas.Ink;

/**
 * The legend of a chart: a line for every series, or, if they are grouped, a line for every colour and for every dash;
 * and a line for the intervals around values.
 */
final class Legend {
    /** Height of a line, pixels. */
    static final double LINE = 18;

    private static final double TEXT = 12;

    /**
     * A line of the legend.
     *
     * @param color number of the colour; -1 for an entry that explains a dash
     */
    private record Entry(String text, Series.Style style, int color, int dash) {}

    private final List<Entry> entries = new ArrayList<>();
    private final String intervals;

    Legend(Chart chart, SeriesStyles styles) {
        List<Series> series = chart.series();
        intervals = chart.intervals();
        if (!styles.grouped()) {
            if (series.size() > 1 || !intervals.isEmpty()) {
                for (int i = 0; i < series.size(); i++) {
                    entries.add(
                            new Entry(series.get(i).name(), series.get(i).style(), styles.color(i), styles.dash(i)));
                }
            }
            return;
        }
        Series.Style style = series.get(0).style();
        if (styles.colors().size() > 1) {
            for (int i = 0; i < styles.colors().size(); i++) {
                entries.add(new Entry(styles.colors().get(i), style, i, 0));
            }
        }
        if (styles.dashes().size() > 1) {
            for (int i = 0; i < styles.dashes().size(); i++) {
                if (!styles.dashes().get(i).isEmpty()) {
                    entries.add(new Entry(styles.dashes().get(i), style, -1, i));
                }
            }
        }
    }

    int lines() {
        return entries.size() + (intervals.isEmpty() ? 0 : 1);
    }

    double width() {
        int letters = entries.stream().mapToInt(entry -> entry.text().length()).reduce(intervals.length(), Math::max);
        return letters == 0 ? 0 : 46 + 6.6 * letters;
    }

    void on(Canvas canvas, double from, double top) {
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            double y = top + 8 + LINE * i;
            Ink ink = entry.color() < 0 ? Ink.TEXT : Ink.series(entry.color());
            boolean line = entry.style() == Series.Style.LINE || entry.style() == Series.Style.STEPS;
            if (line) {
                canvas.line(from, y, from + 24, y, ink, 1.8, Canvas.dash(entry.dash()));
            }
            if (entry.style() == Series.Style.BARS || entry.style() == Series.Style.PARTS) {
                canvas.rectangle(from + 6, y - 5, from + 18, y + 5, ink, "");
            } else if (entry.style() != Series.Style.STEPS && entry.color() >= 0) {
                canvas.mark(from + 12, y, 3.5, entry.color(), "");
            }
            canvas.text(from + 30, y + 4, entry.text(), Anchor.START, TEXT);
        }
        if (!intervals.isEmpty()) {
            double y = top + 8 + LINE * entries.size();
            canvas.whisker(from + 2, from + 22, y);
            canvas.text(from + 30, y + 4, intervals, Anchor.START, TEXT);
        }
    }
}
