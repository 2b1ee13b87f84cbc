package org.tailback.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.table.ResultFile;

/** Charts as pictures: SVG, the same bytes everywhere, or PNG, whose letters are those of the machine. */
public final class ChartFile {
    private static final double PIXELS = 2;

    private ChartFile() {}

    /**
     * Says early, before long work, whether a file's name is that of a picture.
     *
     * @throws InputException if it ends neither in .svg nor in .png
     */
    public static void checkName(@Nullable Path file) {
        ResultFile.requireEnding(file, "a chart", ".svg", ".png");
    }

    /**
     * Writes a chart as a whole or not at all.
     *
     * @param file ends in .svg or .png
     * @throws InputException if it has another ending or cannot be written
     */
    public static void write(Chart chart, Path file) {
        checkName(file);
        Drawing drawing = Drawing.of(chart);
        if (ResultFile.hasEnding(file, ".svg")) {
            SvgCanvas canvas = new SvgCanvas(Drawing.WIDTH, drawing.height(), chart.title(), true);
            drawing.on(canvas);
            ResultFile.write(file, part -> Files.writeString(part, canvas.document()));
        } else {
            PixelCanvas canvas = new PixelCanvas(Drawing.WIDTH, drawing.height(), PIXELS);
            drawing.on(canvas);
            ResultFile.write(file, part -> {
                if (!ImageIO.write(canvas.image(), "png", part.toFile())) {
                    throw new IOException("this Java cannot write PNG");
                }
            });
        }
    }

    /**
     * Returns a chart as an element of an HTML page: it takes the page's colour of text and the width that it is given.
     */
    public static String embedded(Chart chart) {
        Drawing drawing = Drawing.of(chart);
        SvgCanvas canvas = new SvgCanvas(Drawing.WIDTH, drawing.height(), chart.title(), false);
        drawing.on(canvas);
        return canvas.document();
    }
}
