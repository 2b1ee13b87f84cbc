package org.tailback.cli.option;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.ChartFile;
import org.tailback.report.Page;
import org.tailback.report.StudyPage;
import picocli.CommandLine.Option;

/** The options for a study's pictures: a chart, and a page of charts and rows. */
public final class PictureOptions {
    @Option(names = "--chart", paramLabel = "FILE", description = "draw the makespans (.svg)")
    private @Nullable Path chart;

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "write one self-contained page of charts and rows")
    private @Nullable Path report;

    /** Checks the files' names, before long work. */
    public void check() {
        ChartFile.checkName(chart);
        Page.checkName(report);
    }

    /** Writes the files that the user asked for; the first chart of the page is that of {@code --chart}. */
    public void write(Supplier<StudyPage.Content> content) {
        if (chart == null && report == null) {
            return;
        }
        StudyPage.Content pictures = content.get();
        ChartFile.write(chart, () -> pictures.charts().get(0));
        if (report != null) {
            StudyPage.write(report, pictures);
        }
    }
}
