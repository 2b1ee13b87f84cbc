package org.tailback.trace.nativeformat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.tailback.columns.Columns;
import org.tailback.error.FileErrors;
import org.tailback.trace.io.ByteSource;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.io.ScratchBytes;
import org.tailback.trace.io.SourceStream;

/**
 * File with all ranks of a trace. It is read once when it is opened, to find the beginning of each rank: 24 bytes of
 * memory per rank. A compressed file is decompressed at that time, into memory if it is small, otherwise into a
 * temporary file.
 */
final class NativeTextFile implements AutoCloseable {
    /** Size up to which decompressed files are held in memory, bytes. */
    private static final int IN_MEMORY = 64 << 20;

    final Path path;
    final NativeHead head;
    final ImmutableList<String> notes;
    private final ByteSource content;
    private final ScratchBytes scratch;
    // first and last position and first line, by rank
    private long[] begin = new long[16];
    private long[] end = new long[16];
    private long[] firstLine = new long[16];

    private NativeTextFile(Path path, ByteSource content, ScratchBytes scratch) {
        this.path = path;
        this.content = content;
        this.scratch = scratch;
        try (NativeLine lines = new NativeLine(lines(0, Long.MAX_VALUE, 1 << 16, 1))) {
            head = NativeHead.read(lines);
            notes = readRanks(lines);
        }
    }

    static NativeTextFile open(Path path) {
        boolean compressed = SourceStream.isCompressed(path);
        ScratchBytes scratch = compressed ? decompress(path) : ScratchBytes.NONE;
        try {
            return new NativeTextFile(path, compressed ? scratch : new FileSource(path), scratch);
        } catch (RuntimeException e) {
            scratch.close();
            throw e;
        }
    }

    private static ScratchBytes decompress(Path path) {
        try (InputStream stream = SourceStream.decompressed(new FileSource(path))) {
            byte[] first = stream.readNBytes(IN_MEMORY + 1);
            ScratchBytes scratch = ScratchBytes.create(
                    first.length <= IN_MEMORY ? first.length : Long.MAX_VALUE, IN_MEMORY, path + ": to decompress it");
            try {
                long at = 0;
                for (byte[] part = first; part.length > 0; part = stream.readNBytes(1 << 16)) {
                    scratch.write(at, part, 0, part.length);
                    at += part.length;
                }
                return scratch;
            } catch (IOException e) {
                scratch.close();
                throw e;
            }
        } catch (IOException e) {
            throw FileErrors.unreadable(path, e);
        }
    }

    /** Finds the beginning of each rank; returns the notes between the ranks. */
    private ImmutableList<String> readRanks(NativeLine lines) {
        ImmutableList.Builder<String> found = ImmutableList.builder();
        int ranks = 0;
        for (boolean more = lines.isAtLine(); more; more = lines.next()) {
            Word.Meaning meaning = lines.meaning();
            if (meaning == Word.Meaning.RANK) {
                int rank = lines.rank(head.ranks());
                lines.finish();
                if (rank != ranks) {
                    throw lines.problem("expected rank " + ranks + ", found " + rank, "Ranks must be in order");
                }
                readRank(lines, ranks++);
            } else if (meaning == Word.Meaning.NOTE) {
                found.add(lines.rest());
            } else {
                throw lines.problem(
                        "expected 'rank " + ranks + "'" + (ranks > 0 ? " or 'note'" : ""),
                        "Operations must be between 'rank R' and 'end'");
            }
        }
        if (ranks < head.ranks()) {
            throw lines.atEnd(
                    "the file ends after " + ranks + " ranks of the " + head.ranks() + " in its header",
                    "Is it complete?");
        }
        return found.build();
    }

    /** Advances to the end of a rank. */
    private void readRank(NativeLine lines, int rank) {
        begin = Columns.fit(begin, rank);
        end = Columns.fit(end, rank);
        firstLine = Columns.fit(firstLine, rank);
        begin[rank] = lines.nextOffset();
        firstLine[rank] = lines.lineNumber() + 1;
        while (lines.nextEndOrRank()) {
            Word.Meaning meaning = lines.meaning();
            if (meaning == Word.Meaning.RANK) {
                throw lines.problem("rank " + rank + " lacks its line 'end'", "");
            }
            if (meaning == Word.Meaning.END) {
                end[rank] = lines.nextOffset();
                return;
            }
        }
        throw lines.atEnd("the file ends within rank " + rank + "; expected a line 'end'", "Is it complete?");
    }

    private LineReader lines(long from, long to, int bufferSize, long first) {
        return new LineReader(
                new SourceStream(content, from, to), bufferSize, number -> path + ":" + (first - 1 + number));
    }

    /** Opens the lines after {@code rank R}. */
    NativeLine lines(int rank) {
        return new NativeLine(lines(begin[rank], end[rank], RankBuffers.forOperations(head.ranks()), firstLine[rank]));
    }

    @Override
    public void close() {
        scratch.close();
    }
}
