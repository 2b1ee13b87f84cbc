package org.tailback.report;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Lists;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tailback.chart.Chart;
import org.tailback.chart.ChartFile;
import org.tailback.settings.Labels;
import org.tailback.table.Json;

/**
 * The rows of a study as one HTML file that opens from disk, without a network: verdict, charts, and a table that
 * sorts.
 */
public final class StudyPage {
    private StudyPage() {}

    /** The form of a column's values. */
    public enum Unit {
        /** Texts, shown unchanged. */
        TEXT,
        /** Whole numbers. */
        COUNT,
        /** Times. */
        SECONDS,
        /** Sizes of messages, in KiB, MiB if all of the column are multiples of 1024, otherwise in kB, MB. */
        SIZES,
        /** Ratios, such as penalties; values that are not finite are left out. */
        PENALTY,
        /** Shares, 0 to 1. */
        PERCENT
    }

    /** The table of a page: columns, and a value of each for every row. */
    public static final class Table<R> {
        private final List<R> rows;
        private final List<Column<R>> columns = new ArrayList<>();

        private record Column<R>(String name, Unit unit, Function<? super R, ?> value) {}

        /** Creates a table of these rows, still without columns. */
        public Table(List<R> rows) {
            this.rows = rows;
        }

        /**
         * Adds a column.
         *
         * @param name its head
         * @param unit of its values
         * @param value of a row: a String, Long, Integer or Double
         */
        public Table<R> column(String name, Unit unit, Function<? super R, ?> value) {
            columns.add(new Column<>(name, unit, value));
            return this;
        }

        private void write(Json json) {
            // a single column is not enough
            boolean isWhole =
                    columns.stream().filter(column -> !isEqual(column)).count() < 2;
            List<Column<R>> differing = columns.stream()
                    .filter(column -> isWhole || !isEqual(column))
                    .toList();
            List<Column<R>> equal = columns.stream()
                    .filter(column -> !isWhole && isEqual(column))
                    .toList();
            json.field("columns", heads(differing)).field("rows", Lists.transform(rows, row -> values(differing, row)));
            json.field("commonColumns", heads(equal))
                    .field("common", equal.isEmpty() ? List.of() : values(equal, rows.get(0)));
        }

        /** Returns whether a column has the same value in all of several rows, so that a line above has it once. */
        private boolean isEqual(Column<R> column) {
            return rows.size() > 1
                    && rows.stream().map(column.value()).distinct().count() == 1;
        }

        private static List<ImmutableMap<String, String>> heads(List<? extends Column<?>> columns) {
            return columns.stream()
                    .map(column -> ImmutableMap.of("name", column.name(), "as", Labels.of(column.unit())))
                    .toList();
        }

        private List<Object> values(List<Column<R>> of, R row) {
            return Lists.transform(of, column -> column.value().apply(row));
        }
    }

    /**
     * The content of a page.
     *
     * @param title of the page
     * @param verdict a sentence
     * @param charts in their order
     * @param table its rows sort in the browser
     * @param facts names and values for the end of the page
     * @param warnings sentences
     */
    public record Content(
            String title,
            String verdict,
            List<Chart> charts,
            Table<?> table,
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
     * Writes the page as a whole or not at all.
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
                        content.table()::write,
                        content.facts(),
                        content.warnings()));
    }
}
