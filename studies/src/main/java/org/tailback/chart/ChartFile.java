package org.tailback.chart;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.table.ResultFile;

/** Charts as pictures: SVG, the same bytes everywhere. */
public final class ChartFile {
    private ChartFile() {}

    /**
     * Says early, before long work, whether a file's name is that of a picture.
     *
     * @throws InputException if it does not end in .svg
     */
    public static void checkName(@Nullable Path file) {
        ResultFile.requireEnding(file, "a chart", ".svg");
    }

    /**
     * Writes a chart as a whole or not at all.
     *
     * @param file ends in .svg; null if no chart is wanted
     * @throws InputException if it has another ending or cannot be written
     */
    public static void write(@Nullable Path file, Supplier<Chart> chart) {
        checkName(file);
        if (file != null) {
            ResultFile.write(file, part -> Files.writeString(part, drawn(chart.get(), true)));
        }
    }

    /**
     * Returns a chart as an element of an HTML page: it takes the page's colour of text and the width that it is given.
     */
    public static String embedded(Chart chart) {
        return drawn(chart, false);
    }

    private static String drawn(Chart chart, boolean paper) {
        Drawing drawing = Drawing.of(chart);
        Canvas canvas = new Canvas(Drawing.WIDTH, drawing.height(), chart.title(), paper);
        drawing.on(canvas);
        return canvas.document();
    }
}
