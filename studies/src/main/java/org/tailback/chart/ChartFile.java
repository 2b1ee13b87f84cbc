package org.tailback.chart;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.table.ResultFile;

/** SVG files of charts, with the same bytes on every machine. */
public final class ChartFile {
    private ChartFile() {}

    /**
     * Checks that a file's name ends in .svg. Called before long computations.
     *
     * @throws InputException if the name does not end in .svg
     */
    public static void checkName(@Nullable Path file) {
        ResultFile.requireEnding(file, "a chart", ".svg");
    }

    /**
     * Writes a chart, completely or not at all.
     *
     * @param file file to write, whose name ends in .svg; null if no chart is requested
     * @throws InputException if the file has another ending or cannot be written
     */
    public static void write(@Nullable Path file, Supplier<Chart> chart) {
        checkName(file);
        if (file != null) {
            ResultFile.write(file, svg(chart.get()));
        }
    }

    /** Returns the text of the picture that {@link #write} writes. */
    public static String svg(Chart chart) {
        return drawn(chart, Drawing.WIDTH, true);
    }

    /**
     * Returns a chart as two elements of an HTML page in the page's text colour, with the classes {@code wide} and
     * {@code narrow}. The page's style shows only one of the two.
     */
    public static String embedded(Chart chart) {
        return "<div class=\"wide\">" + drawn(chart, Drawing.WIDTH, false) + "</div><div class=\"narrow\">"
                + drawn(chart, Drawing.NARROW_WIDTH, false) + "</div>";
    }

    private static String drawn(Chart chart, double width, boolean paper) {
        Drawing drawing = Drawing.of(chart, width);
        Canvas canvas = new Canvas(width, drawing.height(), chart.title(), paper);
        drawing.on(canvas);
        return canvas.document();
    }
}
