package org.tailback.chart;

import java.util.ArrayList;
import java.util.List;
import org.tailback.chart.Canvas.Anchor;

/** Title and subtitle of a chart, broken into lines if they are wider than the chart. */
final class Headline {
    private static final double LEFT = 8;
    private static final double TITLE = 16;
    private static final double SUBTITLE = 12;
    /** Mean width of a letter, and height of a line, as fractions of the text size. */
    private static final double LETTER = 0.54;

    private static final double LINE = 1.3;

    private Headline() {}

    /** Returns the height of title and subtitle together, pixels. */
    static double height(Chart chart, double width) {
        double height = LINE
                * (TITLE * lines(chart.title(), TITLE, width).size()
                        + SUBTITLE * lines(chart.subtitle(), SUBTITLE, width).size());
        return height == 0 ? 0 : height + 10;
    }

    static void on(Canvas canvas, Chart chart, double width) {
        double y = on(canvas, chart.title(), TITLE, width, LEFT - 2);
        on(canvas, chart.subtitle(), SUBTITLE, width, y + 2);
    }

    private static double on(Canvas canvas, String text, double size, double width, double top) {
        double y = top;
        for (String line : lines(text, size, width)) {
            y += LINE * size;
            canvas.text(LEFT, y, line, Anchor.START, size);
        }
        return y;
    }

    /** Breaks a text at blanks, or after the commas between a program's keys. */
    private static List<String> lines(String text, double size, double width) {
        int most = (int) ((width - 2 * LEFT) / (LETTER * size));
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > most) {
            int blank = rest.lastIndexOf(' ', most);
            int comma = rest.lastIndexOf(',', most - 1) + 1;
            int end = blank > 0 ? blank : comma > 0 ? comma : most;
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).strip();
        }
        if (!rest.isEmpty()) {
            lines.add(rest);
        }
        return lines;
    }
}
