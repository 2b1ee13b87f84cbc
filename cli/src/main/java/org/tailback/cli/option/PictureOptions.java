package org.tailback.cli.option;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.ChartFile;
import org.tailback.error.InputException;
import org.tailback.report.StudyPage;
import picocli.CommandLine.Option;

/** The options for a study's pictures: a chart, and a page of charts and rows. */
public final class PictureOptions {
    @Option(names = "--chart", paramLabel = "FILE", description = "draw the makespans (.svg or .png)")
    private @Nullable Path chart;

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "write one self-contained page of charts and rows")
    private @Nullable Path report;

    /**
     * Checks the files' names, before long work.
     *
     * @throws InputException if they do not end as they should
     */
    public void check() {
        ChartFile.checkName(chart);
        StudyPage.checkName(report);
    }

    /**
     * Writes the files that the user asked for.
     *
     * @param content of the page; its first chart is that of {@code --chart}. Asked for only if there is a file to
     *     write
     * @throws InputException if a file cannot be written
     */
    public void write(Supplier<StudyPage.Content> content) {
        if (chart == null && report == null) {
            return;
        }
        StudyPage.Content pictures = content.get();
        if (chart != null) {
            ChartFile.write(pictures.charts().get(0), chart);
        }
        if (report != null) {
            StudyPage.write(report, pictures);
        }
    }
}
