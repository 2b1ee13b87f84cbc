package org.tailback.study.sweep;

import com.google.common.collect.ImmutableList;
import java.io.Serializable;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;
import org.tailback.platform.Interval;
import org.tailback.replay.ReplayResult;
import org.tailback.table.CsvLines;
import org.tailback.table.ShortestNumbers;

/**
 * Row of results. Times are in seconds and sizes in bytes, written with the fewest digits that are read back as the
 * same number. A field without a value is empty. The last field is a checksum of the other fields, which reveals
 * damaged rows.
 *
 * @param fields one field per column of {@link #COLUMNS}
 */
public record SweepRow(List<String> fields) implements Serializable {
    /** Columns that identify the run. */
    public static final List<String> KEY_COLUMNS = List.of(
            "run workload ranks bytes platform model cost loss placement computeScale seed inputs".split(" ", -1));

    /** All columns of a row. */
    public static final List<String> COLUMNS = ImmutableList.<String>builder()
            .addAll(KEY_COLUMNS)
            .add(("makespan low high coverage messages messageBytes averagePenalty lostToContention"
                            + " retransmissionTimeouts problem checksum")
                    .split(" ", -1))
            .build();

    /** Checks and copies the fields. */
    public SweepRow {
        fields = ImmutableList.copyOf(fields);
        if (fields.size() != COLUMNS.size()) {
            throw new IllegalArgumentException(fields.size() + " fields for " + COLUMNS.size() + " columns");
        }
    }

    static SweepRow of(List<String> key, ReplayResult result) {
        Interval interval = result.interval();
        return with(
                key,
                number(result.makespan()),
                interval == null ? "" : number(interval.low()),
                interval == null ? "" : number(interval.high()),
                interval == null ? "" : number(interval.coverage()),
                Long.toString(result.traffic().messages()),
                Long.toString(result.traffic().bytes()),
                number(result.traffic().averagePenalty()),
                number(result.losses().lostToContention()),
                Long.toString(result.traffic().retransmissionTimeouts()),
                "");
    }

    static SweepRow failed(List<String> key, String problem) {
        String[] results = new String[COLUMNS.size() - KEY_COLUMNS.size() - 1];
        Arrays.fill(results, "");
        results[results.length - 1] = problem.replaceAll("\\s+", " ").strip();
        return with(key, results);
    }

    private static SweepRow with(List<String> key, String... results) {
        List<String> values =
                ImmutableList.<String>builder().addAll(key).add(results).build();
        return new SweepRow(ImmutableList.<String>builder()
                .addAll(values)
                .add(checksum(values))
                .build());
    }

    /** Returns the CRC-32 of all fields except the last, in the notation of the file. */
    private static String checksum(List<String> values) {
        CRC32 sum = new CRC32();
        sum.update(line(values).getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", sum.getValue());
    }

    boolean isIntact() {
        int last = fields.size() - 1;
        return fields.get(0).matches("[1-9]\\d{0,8}") && fields.get(last).equals(checksum(fields.subList(0, last)));
    }

    static String number(double value) {
        return Double.isFinite(value) ? ShortestNumbers.shortest(value) : "";
    }

    /** Returns the run's number, from 1. */
    public int run() {
        return Integer.parseInt(fields.get(0));
    }

    /** Returns the field of a column. */
    public String field(String column) {
        return fields.get(COLUMNS.indexOf(column));
    }

    /** Returns the number in a column; NaN if the field is empty. */
    public double number(String column) {
        return field(column).isEmpty() ? Double.NaN : Double.parseDouble(field(column));
    }

    /** Returns whether the run could not be performed, or its program cannot finish. */
    public boolean hasFailed() {
        return !field("problem").isEmpty();
    }

    /** Returns the row as a line of CSV, with its line feed. */
    public String line() {
        return line(fields);
    }

    static String line(List<String> fields) {
        StringWriter line = new StringWriter();
        new CsvLines(line).line(fields);
        return line.toString();
    }
}
