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
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.trace.io.WholeFile;

/**
 * CSV file with the results of a sweep, written row by row.
 *
 * <p>A row is written and forced to the disk as soon as its run is done. If the process is killed, at most the
 * unfinished runs are lost and at most one incomplete row remains, which is truncated when the sweep is resumed. While
 * the sweep runs, rows are in the order in which runs end. When all rows are complete, the file is atomically replaced
 * by a file with the rows in the order of their numbers. Therefore the content does not depend on threads, engines,
 * interruptions or shards.
 *
 * <p>An open file is locked against other sweeps.
 */
final class SweepResults implements AutoCloseable {
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private final Path file;
    private final FileChannel channel;
    /** Rows that the file contained when it was opened. */
    final SweepRowReader found;

    private SweepResults(Path file, FileChannel channel, SweepPlan plan) throws IOException {
        this.file = file;
        this.channel = channel;
        found = new SweepRowReader(file, content(), plan);
        channel.truncate(found.end);
        channel.position(found.end);
        if (found.end == 0) {
            append(SweepRowReader.HEADER);
        }
    }

    /**
     * Creates the file, or opens an existing one.
     *
     * @param resume whether the file may exist, with rows of the same plan
     */
    static SweepResults open(Path file, boolean resume, SweepPlan plan) {
        try {
            if (!resume && Files.exists(file) && Files.size(file) > 0) {
                throw InputException.at(
                        file.toString(), "the file exists already", "Continue it with --resume, or remove it");
            }
            FileChannel channel = locked(file);
            try {
                return new SweepResults(file, channel, plan);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw FileErrors.unwritable(file, e);
        }
    }

    /** Opens and locks the file; opens it again if another sweep replaced the file in between ({@link #sort}). */
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

    /** Reads the whole file. On POSIX systems the lock is lost as soon as any other channel to the file is closed. */
    private byte[] content() throws IOException {
        long size = channel.size();
        if (size > MOST_BYTES) {
            throw InputException.at(
                    file.toString(),
                    "has " + size + " bytes; results have at most " + MOST_BYTES,
                    "Use another --output");
        }
        ByteBuffer content = ByteBuffer.allocate((int) size);
        while (content.hasRemaining() && channel.read(content, content.position()) >= 0) {}
        return Arrays.copyOf(content.array(), content.position());
    }

    void add(SweepRow row) {
        try {
            append(row.line());
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private UncheckedIOException unwritable(IOException why) {
        return new UncheckedIOException(file + ": cannot be written (" + FileErrors.reason(why) + ")", why);
    }

    private void append(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
    }

    /** Replaces the rows of the file by rows in the order of their runs. */
    void sort(SortedMap<Integer, SweepRow> rows) {
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
        try {
            channel.close();
        } catch (IOException e) {
            throw unwritable(e);
        }
    }
}
