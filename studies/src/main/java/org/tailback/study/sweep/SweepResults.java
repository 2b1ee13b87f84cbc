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

    private final Path file;
    private final FileChannel channel;
    /** The rows that the file had when it was opened. */
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

    /** Puts rows in the order of their runs in the place of the file's. */
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
