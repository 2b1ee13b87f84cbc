package org.tailback.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tailback.chart.Chart;
import org.tailback.chart.ChartFile;

/** The rows of a study as one HTML file that opens from disk, without a network: verdict, charts, and a table that sorts. */
public final class StudyPage {
    private StudyPage() {}

    /** How the values of a column are written. */
    public enum Unit {
        /** As they are. */
        TEXT,
        /** Whole numbers. */
        COUNT,
        /** Times. */
        SECONDS,
        /** Amounts of data, in kB, MB. */
        BYTES,
        /** Sizes of messages, in KiB, MiB if all of the column are multiples of 1024, otherwise in kB, MB. */
        SIZES,
        /** Ratios, such as penalties; what is not finite is left out. */
        PENALTY,
        /** Shares, 0 to 1. */
        PERCENT
    }

    /**
     * A column of the table.
     *
     * @param name its head
     * @param unit of its values
     */
    public record Column(String name, Unit unit) {}

    /**
     * What a page shows.
     *
     * @param title of the page
     * @param verdict a sentence
     * @param charts in their order
     * @param columns of the table
     * @param rows a value for every column: a String, Long, Integer or Double
     * @param facts names and values for the end of the page
     * @param warnings sentences
     */
    public record Content(
            String title,
            String verdict,
            List<Chart> charts,
            List<Column> columns,
            List<List<Object>> rows,
            Map<String, String> facts,
            List<String> warnings) {}

    /**
     * Says early, before long work, whether a file's name is that of a page.
     *
     * @throws org.tailback.error.InputException if it does not end in .html
     */
    public static void checkName(Path file) {
        Page.checkName(file);
    }

    /**
     * Writes the page as a whole or not at all.
     *
     * @throws org.tailback.error.InputException if the file has another ending than .html or cannot be written
     */
    public static void write(Path file, Content content) {
        StringBuilder charts = new StringBuilder();
        for (Chart chart : content.charts()) {
            charts.append("<section>").append(ChartFile.embedded(chart)).append("</section>\n");
        }
        Page.write(
                file,
                new Page.Parts(
                        content.title(),
                        content.verdict(),
                        "study.html",
                        Map.of("CHARTS", charts.toString()),
                        "study.js",
                        json -> data(json, content),
                        content.facts(),
                        content.warnings()));
    }

    private static void data(JsonGenerator json, Content content) throws IOException {
        json.writeArrayFieldStart("columns");
        for (Column column : content.columns()) {
            json.writeStartObject();
            json.writeStringField("name", column.name());
            json.writeStringField("as", column.unit().name().toLowerCase(Locale.ROOT));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("rows");
        for (List<Object> row : content.rows()) {
            Page.row(json, row.toArray());
        }
        json.writeEndArray();
    }
}
