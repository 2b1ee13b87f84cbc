package org.tailback.study.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.trace.io.WholeFile;

/**
 * The results of a sweep as a CSV file that grows row by row.
 *
 * <p>A row is written and forced to the disk as soon as its run is done, so that a kill at any moment loses at most the
 * runs in flight and leaves at most one half-written row, which is cut off when the sweep is resumed. While runs are
 * performed, rows are in the order in which the runs end; when all are there, the file is replaced, as a whole, by one
 * with the rows in the order of their numbers. So its bytes do not depend on threads, engines, interruptions or shards.
 *
 * <p>While it is open, the file is locked against other sweeps.
 */
final class SweepResults implements AutoCloseable {
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private final @Nullable Path file;
    private final @Nullable FileChannel channel;
    private final SortedMap<Integer, SweepRow> rows = new TreeMap<>();
    private List<String> damaged = List.of();
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
     * Creates the file, or continues it.
     *
     * @param resume whether the file may exist already, with rows of the same plan
     */
    static SweepResults open(Path file, boolean resume, SweepPlan plan) {
        try {
            if (!resume && Files.exists(file) && Files.size(file) > 0) {
                throw InputException.at(
                        file.toString(), "there is such a file already", "Continue it with --resume, or remove it");
            }
            SweepResults results = new SweepResults(file, locked(file));
            try {
                results.readRows(plan);
                return results;
            } catch (IOException | RuntimeException e) {
                results.opened().close();
                throw e;
            }
        } catch (IOException e) {
            throw FileErrors.unwritable(file, e);
        }
    }

    /** Opens and locks the file; again if another sweep has replaced it in between, as {@link #sort} does. */
    private static FileChannel locked(Path file) throws IOException {
        while (true) {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                Object before = identity(file);
                lock(channel, file);
                if (channel.size() == Files.size(file) && Objects.equals(before, identity(file))) {
                    return channel;
                }
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
            channel.close();
        }
    }

    private static @Nullable Object identity(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private static void lock(FileChannel channel, Path file) throws IOException {
        @Nullable FileLock lock;
        try {
            lock = channel.tryLock();
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

    private void readRows(SweepPlan plan) throws IOException {
        SweepRowReader reader = new SweepRowReader(path(), content(), plan);
        rows.putAll(reader.rows());
        damaged = reader.damaged();
        found = rows.size();
        opened().truncate(reader.end());
        opened().position(reader.end());
        if (reader.end() == 0) {
            append(SweepRowReader.HEADER);
        }
    }

    /** Reads the whole file. On POSIX systems the lock is lost as soon as any other channel to the file is closed. */
    private byte[] content() throws IOException {
        long size = opened().size();
        if (size > MOST_BYTES) {
            throw InputException.at(
                    path().toString(),
                    "has " + size + " bytes; results have at most " + MOST_BYTES,
                    "Use another --output");
        }
        ByteBuffer content = ByteBuffer.allocate((int) size);
        while (content.hasRemaining() && opened().read(content, content.position()) >= 0) {}
        return Arrays.copyOf(content.array(), content.position());
    }

    private Path path() {
        if (file == null) {
            throw new IllegalStateException("these results are in memory only");
        }
        return file;
    }

    int found() {
        return found;
    }

    /** Returns a line for each row that could not be used when the file was opened: its position and the error. */
    List<String> damaged() {
        return damaged;
    }

    boolean has(int run) {
        return rows.containsKey(run);
    }

    /** Returns all rows in the order of their runs. */
    List<SweepRow> rows() {
        return List.copyOf(rows.values());
    }

    void add(SweepRow row) {
        rows.put(row.run(), row);
        if (channel != null) {
            try {
                append(row.line());
            } catch (IOException e) {
                throw unwritable(e);
            }
        }
    }

    private UncheckedIOException unwritable(IOException why) {
        return new UncheckedIOException(file + ": cannot be written (" + FileErrors.reason(why) + ")", why);
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
            StringBuilder text = new StringBuilder(SweepRowReader.HEADER);
            rows.values().forEach(row -> text.append(row.line()));
            byte[] sorted = text.toString().getBytes(StandardCharsets.UTF_8);
            if (!Arrays.equals(sorted, content())) {
                WholeFile.write(file, part -> Files.write(part, sorted));
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    @Override
    public void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw unwritable(e);
            }
        }
    }
}
