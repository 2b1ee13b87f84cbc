package org.tailback.trace.ti;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.tailback.columns.Columns;
import org.tailback.error.InputException;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.Numbers;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.io.ScratchBytes;
import org.tailback.trace.io.SourceStream;

/**
 * One file with the actions of all ranks, in any order. Opening it sorts the lines by rank: a first pass counts how
 * many bytes each rank has, a second one copies every line to its rank's range. A range is then read like a file of its
 * own.
 *
 * <p>Cost: the file is read (and decompressed) twice, O(size). The sorted copy is held in memory up to 64 MiB, and
 * beyond that in a temporary file as large as the uncompressed trace, deleted on {@link #close}; copying takes up to
 * another 128 MiB, or 1 KiB per rank if that is more. A copy has no line numbers: only when an error must be
 * reported is the file read again to find the line.
 */
final class MergedFile implements TiSource {
    /** More ranks than any machine has: a larger number is a mistake, and would cost memory. */
    static final int MOST_RANKS = 1 << 24;

    /** Traces up to this size are sorted in memory, bytes. */
    static final long IN_MEMORY = 64L << 20;

    private final Path file;
    private final ImmutableList<String> notes;
    /** Beginning of each rank's range in the sorted copy; one element more for the end of the last. */
    private final long[] begin;

    private final ScratchBytes copy;

    private MergedFile(Path file, List<String> notes, long[] begin, ScratchBytes copy) {
        this.file = file;
        this.notes = ImmutableList.copyOf(notes);
        this.begin = begin;
        this.copy = copy;
    }

    /**
     * Reads and sorts a file.
     *
     * @param inMemory largest sorted copy that is held in memory, in bytes, >= 0
     * @throws InputException if a line does not begin with a rank, or a rank has no line
     */
    static MergedFile sort(Path file, List<String> notes, long inMemory) {
        long[] begin = ranges(file);
        ScratchBytes copy =
                ScratchBytes.create(begin[begin.length - 1], inMemory, file + ": to sort its lines by rank");
        try {
            fill(file, begin, copy);
        } catch (RuntimeException e) {
            copy.close();
            throw e;
        }
        return new MergedFile(file, notes, begin, copy);
    }

    private static LineReader lines(Path file) {
        return LineReader.open(file, 64 << 10);
    }

    /** Returns the beginning of each rank's range: the first pass. */
    private static long[] ranges(Path file) {
        long[] sizes = new long[16];
        int ranks = 0;
        try (LineReader lines = lines(file)) {
            while (lines.next()) {
                int rank = rank(lines);
                if (rank >= 0) {
                    sizes = Columns.fit(sizes, rank);
                    sizes[rank] += lines.end() - lines.start() + 1;
                    ranks = Math.max(ranks, rank + 1);
                }
            }
        }
        if (ranks == 0) {
            throw new InputException(file + ": the trace has no action");
        }
        long[] begin = new long[ranks + 1];
        for (int rank = 0; rank < ranks; rank++) {
            if (sizes[rank] == 0) {
                throw new InputException(file + ": rank " + rank + " has no action, although there are ranks up to "
                        + (ranks - 1) + ". Ranks must be numbered from 0 without a gap");
            }
            begin[rank + 1] = begin[rank] + sizes[rank];
        }
        return begin;
    }

    /** Returns the rank at the beginning of the current line; -1 if the line is blank or a comment. */
    private static int rank(LineReader lines) {
        byte[] bytes = lines.bytes();
        int end = lines.end();
        int from = lines.start();
        while (from < end && bytes[from] <= ' ' && bytes[from] >= 0) {
            from++;
        }
        if (from == end || bytes[from] == '#') {
            return -1;
        }
        int to = from;
        while (to < end && (bytes[to] > ' ' || bytes[to] < 0)) {
            to++;
        }
        long rank = Numbers.integer(bytes, from, to);
        if (rank < 0 || rank >= MOST_RANKS) {
            throw InputException.at(
                    lines.place(),
                    "expected a rank of 0 to " + (MOST_RANKS - 1) + " at the beginning of the line, found '"
                            + Numbers.printable(bytes, from, to) + "'",
                    "");
        }
        return (int) rank;
    }

    /** Copies each line to the range of its rank, a buffer per rank at a time: the second pass. */
    private static void fill(Path file, long[] begin, ScratchBytes copy) {
        int ranks = begin.length - 1;
        int bufferSize = (int) Math.max(512, Math.min(64 << 10, IN_MEMORY / ranks));
        ByteArrayOutputStream[] buffers = new ByteArrayOutputStream[ranks];
        Arrays.setAll(buffers, rank -> new ByteArrayOutputStream());
        long[] written = Arrays.copyOf(begin, ranks);
        try (LineReader lines = lines(file)) {
            while (lines.next()) {
                int rank = rank(lines);
                if (rank < 0) {
                    continue;
                }
                int length = lines.end() - lines.start();
                if (rank >= ranks || written[rank] + buffers[rank].size() + length + 1 > begin[rank + 1]) {
                    throw changed(file);
                }
                buffers[rank].write(lines.bytes(), lines.start(), length);
                buffers[rank].write('\n');
                if (buffers[rank].size() >= bufferSize) {
                    written[rank] += flush(buffers[rank], written[rank], copy);
                }
            }
        }
        for (int rank = 0; rank < ranks; rank++) {
            if (written[rank] + flush(buffers[rank], written[rank], copy) != begin[rank + 1]) {
                throw changed(file);
            }
        }
    }

    private static int flush(ByteArrayOutputStream buffer, long position, ScratchBytes copy) {
        byte[] bytes = buffer.toByteArray();
        copy.write(position, bytes, 0, bytes.length);
        buffer.reset();
        return bytes.length;
    }

    private static InputException changed(Path file) {
        return new InputException(file + ": changed while it was read. Is the program that writes it still running?");
    }

    @Override
    public int ranks() {
        return begin.length - 1;
    }

    @Override
    public LineReader open(int rank) {
        return new LineReader(
                new SourceStream(copy, begin[rank], begin[rank + 1]),
                RankBuffers.forOperations(ranks()),
                ordinal -> file + ":" + lineNumber(rank, ordinal));
    }

    private long lineNumber(int rank, long ordinal) {
        long seen = 0;
        try (LineReader lines = lines(file)) {
            while (lines.next()) {
                if (rank(lines) == rank && ++seen == ordinal) {
                    break;
                }
            }
            return lines.lineNumber();
        }
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public void close() {
        copy.close();
    }
}
