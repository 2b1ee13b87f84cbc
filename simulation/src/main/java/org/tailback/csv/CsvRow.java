package org.tailback.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.util.List;
import java.util.Map;
import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/**
 * A row of measurements in a CSV file.
 *
 * @param place file name and line, for messages
 * @param values values by the names in the header
 */
@Internal
public record CsvRow(String place, Map<String, String> values) {
    /**
     * Reads rows under a header.
     *
     * @throws InputException if the number of values in a row differs from the header
     */
    public static List<CsvRow> read(String text, String source) {
        try {
            return CsvReader.builder()
                    .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .ofNamedCsvRecord(text)
                    .stream()
                    .map(row -> of(row, source + ":" + row.getStartingLineNumber()))
                    .toList();
        } catch (CsvParseException e) {
            String cause = String.valueOf(
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
            throw new InputException(source + ": cannot be read as CSV: " + cause, e);
        }
    }

    private static CsvRow of(NamedCsvRecord row, String place) {
        List<String> names = row.getHeader();
        if (row.getFieldCount() != names.size()) {
            String expected = "expected " + names.size() + " values (" + String.join(",", names) + ")";
            throw InputException.at(place, expected + ", found " + row.getFieldCount(), "");
        }
        return new CsvRow(place, row.getFieldsAsMap());
    }

    /** Returns a value without surrounding spaces; empty if there is no such column. */
    public String text(String column) {
        return values.getOrDefault(column, "").strip();
    }

    /** Returns true if there is such a column. */
    public boolean has(String column) {
        return values.containsKey(column);
    }

    /**
     * Returns the number in a column.
     *
     * @throws InputException if the value is not a number
     */
    public double number(String column) {
        try {
            return Double.parseDouble(text(column));
        } catch (NumberFormatException e) {
            throw InputException.at(
                    place, "expected a number in column " + column + ", found '" + text(column) + "'", "");
        }
    }
}
