package org.tailback.cli.render;

import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.table.CsvLines;
import org.tailback.table.Field;
import org.tailback.table.ShortestNumbers;

/**
 * Writer of comma-separated rows under a header. Numbers that are not finite become empty fields.
 *
 * @param columns number of fields in each row
 */
public record Csv(CsvLines lines, int columns) {
    /** Writes the header; does not close the writer. */
    public static Csv with(Writer out, List<String> header) {
        CsvLines lines = new CsvLines(out);
        lines.line(header);
        return new Csv(lines, header.size());
    }

    /** Writes the header in the same manner as {@link #with(Writer, List)}. */
    public static Csv with(Writer out, String... header) {
        return with(out, List.of(header));
    }

    public Csv row(@Nullable Object... values) {
        if (values.length != columns) {
            throw new IllegalArgumentException(values.length + " values for " + columns + " columns");
        }
        lines.line(Arrays.stream(values).map(Csv::text).toList());
        return this;
    }

    private static String text(@Nullable Object value) {
        Object plain = Field.plain(value);
        if (plain instanceof Double number) {
            return Double.isFinite(number) ? ShortestNumbers.shortest(number) : "";
        }
        return plain == null ? "" : plain.toString();
    }
}
