package org.tailback.cli.option;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.ChartFile;
import org.tailback.report.Page;
import org.tailback.report.StudyPage;

/** Options for a study's pictures: a chart, and a page of charts and rows. */
public final class PictureOptions extends Options {
    private final Given<@Nullable Path> chart = path("--chart", "FILE");

    private final Given<@Nullable Path> report = path("--report", "FILE.html");

    private final Given<@Nullable String> title = text("--title", "TEXT");

    /** Checks the files' names, before a long computation. */
    public void check() {
        ChartFile.checkName(chart.value());
        Page.checkName(report.value());
    }

    /** Writes the requested files; the chart of {@code --chart} is also the first chart of the page. */
    public void write(Supplier<StudyPage.Content> content) {
        if (chart.value() == null && report.value() == null) {
            return;
        }
        StudyPage.Content pictures =
                title.value() == null ? content.get() : content.get().withTitle(title.value());
        ChartFile.write(chart.value(), () -> pictures.charts().get(0));
        if (report.value() != null) {
            StudyPage.write(report.value(), pictures);
        }
    }
}
