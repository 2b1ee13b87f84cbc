package org.tailback.study.sweep;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/**
 * Reader of the rows of a result file, one per line. A line is damaged if it is not a row or its checksum does not
 * match its values. Damaged lines are omitted and reported, and their runs count as not performed.
 */
final class SweepRowReader {
    static final String HEADER = SweepRow.line(SweepRow.COLUMNS);

    private final Path path;
    private final SweepPlan plan;
    /** End of the last complete line, in bytes; 0 if no line is complete. */
    final int end;

    final SortedMap<Integer, SweepRow> rows = new TreeMap<>();
    /** Messages with the position and the error of each damaged row. */
    final List<String> damaged = new ArrayList<>();

    /**
     * Reads all rows.
     *
     * @param path name of the file in messages
     */
    SweepRowReader(Path path, byte[] content, SweepPlan plan) {
        this.path = path;
        this.plan = plan;
        int last = content.length;
        while (last > 0 && content[last - 1] != '\n') {
            last--;
        }
        end = last;
        requireHeader(content);
        int line = 0;
        int begin = 0;
        for (int i = 0; i < end; i++) {
            if (content[i] == '\n') {
                readLine(ByteBuffer.wrap(content, begin, i - begin), ++line);
                begin = i + 1;
            }
        }
    }

    private void requireHeader(byte[] content) {
        String begin = new String(content, 0, Math.min(content.length, HEADER.length()), StandardCharsets.UTF_8);
        if (end == 0 ? !HEADER.startsWith(begin) : !begin.equals(HEADER)) {
            throw InputException.at(
                    path + ":1",
                    "expected the header of a sweep, '" + HEADER.strip() + "', found '"
                            + begin.lines().findFirst().orElse("") + "'",
                    "The file is not a result file of the installed version: use another --output");
        }
    }

    private void readLine(ByteBuffer line, int number) {
        String place = path + ":" + number;
        @Nullable SweepRow row;
        try {
            List<String> fields = fields(line);
            // concatenated result files of shards contain more headers
            if (fields.equals(SweepRow.COLUMNS)) {
                return;
            }
            row = fields.size() == SweepRow.COLUMNS.size() ? new SweepRow(fields) : null;
            if (row == null) {
                damaged.add(
                        place + ": expected a row of " + SweepRow.COLUMNS.size() + " columns, found " + fields.size());
            } else if (!row.isIntact()) {
                damaged.add(place + ": the checksum does not match the row's values");
            } else {
                add(row, place);
            }
        } catch (CharacterCodingException e) {
            damaged.add(place + ": the line is not valid UTF-8");
        } catch (CsvParseException e) {
            damaged.add(place + ": the line is not a CSV row");
        }
    }

    private static List<String> fields(ByteBuffer line) throws CharacterCodingException {
        // in contrast to new String(…), the decoder rejects malformed characters
        String text = StandardCharsets.UTF_8.newDecoder().decode(line).toString();
        List<CsvRecord> records = CsvReader.builder().skipEmptyLines(false).ofCsvRecord(text).stream()
                .toList();
        return records.size() == 1 ? records.get(0).getFields() : List.of();
    }

    private void add(SweepRow row, String place) {
        if (row.run() > plan.runs()) {
            throw InputException.at(
                    place,
                    "run " + row.run() + ", but " + plan.name() + " has " + plan.runs() + " runs",
                    "The file belongs to another study: use another --output");
        }
        List<String> expected = plan.key(row.run());
        for (int i = 0; i < expected.size(); i++) {
            if (!expected.get(i).equals(row.fields().get(i))) {
                String column = SweepRow.KEY_COLUMNS.get(i);
                throw InputException.at(
                        place,
                        "run " + row.run() + " has " + column + " '"
                                + row.fields().get(i) + "' here and '" + expected.get(i) + "' in " + plan.name(),
                        column.equals("inputs")
                                ? "The trace, platform or placement file has changed since: use another --output"
                                : "The study has changed since: use another --output");
            }
        }
        SweepRow other = rows.putIfAbsent(row.run(), row);
        if (other != null && !other.equals(row)) {
            throw InputException.at(
                    place, "run " + row.run() + " occurs twice with different results", "Use another --output");
        }
    }
}
