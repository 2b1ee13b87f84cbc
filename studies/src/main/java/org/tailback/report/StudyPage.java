package org.tailback.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.tailback.chart.Chart;
import org.tailback.chart.ChartFile;
import org.tailback.table.Json;

/**
 * The rows of a study as one HTML file that opens from disk, without network access, with verdict, charts and a
 * sortable table.
 */
public final class StudyPage {
    private StudyPage() {}

    /** Form of a column's values. */
    public enum Unit {
        /** Texts, shown unchanged. */
        TEXT,
        /** Whole numbers. */
        COUNT,
        /** Times, in seconds. */
        SECONDS,
        /** Sizes of messages, in KiB, MiB if all sizes of the column are multiples of 1024, otherwise in kB, MB. */
        SIZES,
        /** Ratios, such as penalties; values that are not finite are omitted. */
        PENALTY,
        /** Shares, 0 to 1. */
        PERCENT
    }

    /**
     * The content of a page.
     *
     * @param title title of the page
     * @param verdict verdict, one sentence
     * @param charts charts of the study, in the order of the page
     * @param table writer of the table's columns and rows, sortable in the browser
     * @param facts names and values for the end of the page
     * @param warnings warnings, one sentence each
     */
    public record Content(
            String title,
            String verdict,
            List<Chart> charts,
            Consumer<Json> table,
            Map<String, String> facts,
            List<String> warnings) {
        /** Returns the same content with another title of the page and of its first chart. */
        public Content withTitle(String newTitle) {
            List<Chart> titled = new ArrayList<>(charts);
            titled.set(0, titled.get(0).withTitle(newTitle));
            return new Content(newTitle, verdict, titled, table, facts, warnings);
        }
    }

    /**
     * Writes the page, completely or not at all.
     *
     * @throws org.tailback.error.InputException if the file has another ending than .html or cannot be written
     */
    public static void write(Path file, Content content) {
        StringBuilder charts = new StringBuilder();
        for (Chart chart : content.charts()) {
            Chart below = chart.title().equals(content.title()) ? chart.withTitle("") : chart;
            charts.append("<section>").append(ChartFile.embedded(below)).append("</section>\n");
        }
        Page.write(
                file,
                new Page.Parts(
                        content.title(),
                        content.verdict(),
                        "study.html",
                        Map.of("CHARTS", charts.toString()),
                        "study.js",
                        content.table(),
                        content.facts(),
                        content.warnings()));
    }
}
