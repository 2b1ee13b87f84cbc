package org.tailback.cli.render;

import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Labelled;
import org.tailback.output.Valued;
import org.tailback.table.CsvLines;
import org.tailback.table.ShortestNumbers;

/** Writer of comma-separated rows under a header. Numbers that are not finite become empty fields. */
public final class Csv {
    private final CsvLines csv;
    private final int columns;

    private Csv(CsvLines csv, int columns) {
        this.csv = csv;
        this.columns = columns;
    }

    /** Writes the header; does not close the writer. */
    public static Csv with(Writer out, List<String> header) {
        CsvLines csv = new CsvLines(out);
        csv.line(header);
        return new Csv(csv, header.size());
    }

    /** Writes the header, as {@link #with(Writer, List)}. */
    public static Csv with(Writer out, String... header) {
        return with(out, List.of(header));
    }

    public Csv row(Object... values) {
        if (values.length != columns) {
            throw new IllegalArgumentException(values.length + " values for " + columns + " columns");
        }
        String[] fields = new String[columns];
        for (int i = 0; i < columns; i++) {
            fields[i] = text(values[i]);
        }
        csv.line(List.of(fields));
        return this;
    }

    private static String text(@Nullable Object value) {
        if (value instanceof Double number) {
            return Double.isFinite(number) ? ShortestNumbers.shortest(number) : "";
        }
        if (value instanceof Valued number) {
            return text(number.value());
        }
        return value instanceof Labelled labelled ? labelled.label() : value == null ? "" : value.toString();
    }
}
