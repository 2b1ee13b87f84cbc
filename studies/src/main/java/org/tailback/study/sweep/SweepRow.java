package org.tailback.study.sweep;

import com.google.common.collect.ImmutableList;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.StringWriter;
import java.util.List;
import org.tailback.replay.ReplayResult;
import org.tailback.table.Numbers;

/**
 * A row of results, field by field. Times in seconds, sizes in bytes, with the shortest digits that read back to the same bits;
 * a field is empty where there is no number.
 *
 * @param fields one for each of {@link #COLUMNS}
 */
public record SweepRow(List<String> fields) {
    /** The columns that say which run it is. */
    public static final List<String> KEY_COLUMNS = List.of(
            "run",
            "workload",
            "ranks",
            "bytes",
            "platform",
            "model",
            "cost",
            "loss",
            "placement",
            "computeScale",
            "seed",
            "inputs");

    /** All columns. */
    public static final List<String> COLUMNS = ImmutableList.<String>builder()
            .addAll(KEY_COLUMNS)
            .add(
                    "makespan",
                    "messages",
                    "messageBytes",
                    "averagePenalty",
                    "lostToContention",
                    "retransmissionTimeouts",
                    "problem")
            .build();

    /** Checks and copies the fields. */
    public SweepRow {
        fields = ImmutableList.copyOf(fields);
        if (fields.size() != COLUMNS.size()) {
            throw new IllegalArgumentException(fields.size() + " fields for " + COLUMNS.size() + " columns");
        }
    }

    static SweepRow of(List<String> key, ReplayResult result) {
        return with(
                key,
                number(result.makespan()),
                Long.toString(result.messages()),
                Long.toString(result.bytes()),
                number(result.averagePenalty()),
                number(result.lostToContention()),
                Long.toString(result.retransmissionTimeouts()),
                "");
    }

    static SweepRow failed(List<String> key, String problem) {
        return with(key, "", "", "", "", "", "", problem.replaceAll("\\s+", " ").strip());
    }

    private static SweepRow with(List<String> key, String... results) {
        return new SweepRow(
                ImmutableList.<String>builder().addAll(key).add(results).build());
    }

    static String number(double value) {
        return Double.isFinite(value) ? Numbers.shortest(value) : "";
    }

    /** The run's number, from 1. */
    public int run() {
        return Integer.parseInt(fields.get(0));
    }

    /** The field of a column. */
    public String field(String column) {
        return fields.get(COLUMNS.indexOf(column));
    }

    /** True if the run could not be performed, or its program cannot finish. */
    public boolean hasFailed() {
        return !field("problem").isEmpty();
    }

    /** The row as a line of CSV, with its line feed. */
    public String line() {
        return line(fields);
    }

    static String line(List<String> fields) {
        StringWriter line = new StringWriter();
        CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .bufferSize(0)
                .build(line)
                .writeRecord(fields);
        return line.toString();
    }
}
