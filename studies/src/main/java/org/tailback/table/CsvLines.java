package org.tailback.table;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.Writer;
import java.util.List;
import org.tailback.stability.Internal;

/**
 * Writer of CSV lines. Names of traces and hosts are untrusted: texts that a spreadsheet would interpret as formulas
 * are prefixed with an apostrophe, and control characters are replaced by their numbers.
 */
@Internal
public final class CsvLines {
    private final CsvWriter csv;

    /**
     * Creates a writer of lines.
     *
     * @param out destination, which is not closed
     */
    public CsvLines(Writer out) {
        csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).bufferSize(0).build(out);
    }

    public void line(List<String> fields) {
        csv.writeRecord(fields.stream().map(CsvLines::safe).toList());
    }

    /** Returns a text that is safe as a field; a safe text is returned unchanged. */
    public static String safe(String field) {
        String printable = Printable.of(field);
        return isFormula(printable) ? "'" + printable : printable;
    }

    private static boolean isFormula(String field) {
        if (field.length() < 2) {
            return false;
        }
        return switch (field.charAt(0)) {
            case '=', '@', '\t', '\r' -> true;
            case '+', '-' -> !field.matches("[-+][0-9.]+([eE][-+]?[0-9]+)?( ?[%\\p{L}/]+)?");
            default -> false;
        };
    }
}
