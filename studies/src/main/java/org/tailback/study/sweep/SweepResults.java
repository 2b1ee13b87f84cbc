package org.tailback.study.sweep;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.io.WholeFile;

/**
 * The results of a sweep as a CSV file that grows row by row.
 *
 * <p>A row is written and forced to the disk as soon as its run is done, so that a kill at any moment loses at most the runs in
 * flight and leaves at most one half-written row, which is cut off when the sweep is resumed. While runs are performed, rows are
 * in the order in which the runs end; when all are there, the file is replaced, as a whole, by one with the rows in the order of
 * their numbers. So its bytes do not depend on threads, engines, interruptions or shards.
 *
 * <p>While it is open, the file is locked against other sweeps.
 */
final class SweepResults implements AutoCloseable {
    private static final String HEADER = SweepRow.line(SweepRow.COLUMNS);

    private final @Nullable Path file;
    private final @Nullable FileChannel channel;
    private final SortedMap<Integer, SweepRow> rows = new TreeMap<>();
    private int found;

    private SweepResults(@Nullable Path file, @Nullable FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Results that are kept in memory only. */
    static SweepResults inMemory() {
        return new SweepResults(null, null);
    }

    /**
     * Begins a file, or goes on with one.
     *
     * @param resume whether the file may be there already, with rows of the same plan
     * @throws InputException if it is there and should not, holds something else, or another sweep writes to it
     */
    static SweepResults open(Path file, boolean resume, SweepPlan plan) {
        try {
            if (!resume && Files.exists(file) && Files.size(file) > 0) {
                throw InputException.at(
                        file.toString(), "there is such a file already", "Go on with --resume, or remove it");
            }
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            SweepResults results = new SweepResults(file, channel);
            try {
                results.lock();
                results.readRows(plan);
                return results;
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new InputException(file + ": cannot be written: " + e, e);
        }
    }

    private void lock() throws IOException {
        @Nullable FileLock lock;
        try {
            lock = opened().tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            throw new InputException(file + ": another sweep is writing to it. Wait, or use another --output");
        }
    }

    private FileChannel opened() {
        if (channel == null) {
            throw new IllegalStateException("these results are in memory only");
        }
        return channel;
    }

    /** Cuts off a half-written row and reads the others. */
    private void readRows(SweepPlan plan) throws IOException {
        byte[] content = Files.readAllBytes(path());
        int end = content.length;
        while (end > 0 && content[end - 1] != '\n') {
            end--;
        }
        String text = new String(content, 0, end, StandardCharsets.UTF_8);
        if (!text.isEmpty() && !text.startsWith(HEADER)) {
            throw InputException.at(
                    path() + ":1",
                    "expected the header of a sweep, '" + HEADER.strip() + "', found '"
                            + text.lines().findFirst().orElse("") + "'",
                    "This is not a result file of this version: use another --output");
        }
        for (CsvRecord record : CsvReader.builder().ofCsvRecord(text)) {
            readRow(record, plan);
        }
        found = rows.size();
        opened().truncate(end);
        opened().position(end);
        if (end == 0) {
            append(HEADER);
        }
    }

    private void readRow(CsvRecord record, SweepPlan plan) {
        List<String> fields = record.getFields();
        // concatenated files of shards have headers in between
        if (fields.equals(SweepRow.COLUMNS)) {
            return;
        }
        String place = path() + ":" + record.getStartingLineNumber();
        if (fields.size() != SweepRow.COLUMNS.size() || !fields.get(0).matches("[1-9]\\d{0,8}")) {
            throw InputException.at(place, "this is no row of a sweep", "Remove the line: its run is performed again");
        }
        SweepRow row = new SweepRow(fields);
        if (row.run() > plan.runs()) {
            throw InputException.at(
                    place,
                    "run " + row.run() + ", but " + plan.source() + " has " + plan.runs() + " runs",
                    "The file is of another study: use another --output");
        }
        List<String> expected = plan.key(row.run());
        for (int i = 0; i < expected.size(); i++) {
            if (!expected.get(i).equals(fields.get(i))) {
                String column = SweepRow.KEY_COLUMNS.get(i);
                throw InputException.at(
                        place,
                        "run " + row.run() + " has " + column + " '" + fields.get(i) + "' here and '" + expected.get(i)
                                + "' in " + plan.source(),
                        column.equals("inputs")
                                ? "The trace, platform or placement file has changed since: use another --output"
                                : "The study has changed since: use another --output");
            }
        }
        SweepRow other = rows.putIfAbsent(row.run(), row);
        if (other != null && !other.equals(row)) {
            throw InputException.at(place, "run " + row.run() + " is there twice with different results", "");
        }
    }

    private Path path() {
        if (file == null) {
            throw new IllegalStateException("these results are in memory only");
        }
        return file;
    }

    /** How many rows were there when the file was opened. */
    int found() {
        return found;
    }

    /** True if the row of a run is there. */
    boolean has(int run) {
        return rows.containsKey(run);
    }

    /** All rows in the order of their runs. */
    List<SweepRow> rows() {
        return List.copyOf(rows.values());
    }

    /** Adds a row; it is on the disk when this returns. */
    void add(SweepRow row) {
        rows.put(row.run(), row);
        if (channel != null) {
            try {
                append(row.line());
            } catch (IOException e) {
                throw new InputException(file + ": cannot be written: " + e, e);
            }
        }
    }

    private void append(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            opened().write(bytes);
        }
        opened().force(false);
    }

    /** Puts the rows of the file in the order of their runs. */
    void sort() {
        if (file == null) {
            return;
        }
        try {
            StringBuilder text = new StringBuilder(HEADER);
            rows.values().forEach(row -> text.append(row.line()));
            String sorted = text.toString();
            if (!sorted.equals(Files.readString(file))) {
                WholeFile.write(file, part -> Files.writeString(part, sorted));
            }
        } catch (IOException e) {
            throw new InputException(file + ": cannot be written: " + e, e);
        }
    }

    @Override
    public void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new InputException(file + ": cannot be written: " + e, e);
            }
        }
    }
}
