package org.tailback.trace.nativeformat;

import com.google.common.collect.ImmutableList;
import com.google.common.io.ByteStreams;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.tailback.columns.Columns;
import org.tailback.error.FileErrors;
import org.tailback.trace.io.ByteSource;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.io.ScratchBytes;
import org.tailback.trace.io.SourceStream;

/**
 * All ranks in one file. It is read once when it is opened, to find where each rank begins: 24 bytes of memory per
 * rank. A compressed one is decompressed then, into memory if it is small, otherwise into a temporary file.
 */
final class NativeTextFile implements AutoCloseable {
    /** Compressed files up to this size are decompressed in memory, bytes. */
    private static final long IN_MEMORY = 64L << 20;

    private final Path path;
    private final ByteSource content;
    private final ScratchBytes scratch;
    private final Index index;

    private NativeTextFile(Path path, ByteSource content, ScratchBytes scratch) {
        this.path = path;
        this.content = content;
        this.scratch = scratch;
        this.index = new Index(path, content);
    }

    static NativeTextFile open(Path path) {
        boolean compressed = SourceStream.isCompressed(path);
        ScratchBytes scratch = compressed ? decompress(path) : ScratchBytes.create(0, 0, "");
        try {
            return new NativeTextFile(path, compressed ? scratch : new FileSource(path), scratch);
        } catch (RuntimeException e) {
            scratch.close();
            throw e;
        }
    }

    private static ScratchBytes decompress(Path path) {
        try (InputStream counted = SourceStream.decompressed(new FileSource(path));
                InputStream copied = SourceStream.decompressed(new FileSource(path))) {
            long size = ByteStreams.exhaust(counted);
            ScratchBytes scratch = ScratchBytes.create(size, IN_MEMORY, path + ": to decompress it");
            try {
                byte[] buffer = new byte[1 << 16];
                long at = 0;
                for (int count = copied.read(buffer); count >= 0 && at + count <= size; count = copied.read(buffer)) {
                    scratch.write(at, buffer, 0, count);
                    at += count;
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

    /** The positions of the ranks. */
    private static final class Index {
        private final NativeHead head;
        private final ImmutableList.Builder<String> notes = ImmutableList.builder();
        private long[] begin = new long[16];
        private long[] end = new long[16];
        private long[] firstLine = new long[16];

        Index(Path path, ByteSource content) {
            try (LineReader reader = new LineReader(
                    new SourceStream(content, 0, Long.MAX_VALUE), 1 << 16, number -> path + ":" + number)) {
                NativeLine lines = new NativeLine(reader, path.toString(), 1);
                boolean[] more = {false};
                head = NativeHead.read(lines, more);
                int ranks = 0;
                boolean within = false;
                for (boolean here = more[0]; here; here = within ? lines.nextEndOrRank() : lines.next()) {
                    Word word = lines.peekWord();
                    Word.Meaning meaning = word == null ? null : word.meaning();
                    if (within) {
                        if (meaning == Word.Meaning.END) {
                            end[ranks - 1] = reader.nextOffset();
                            within = false;
                        } else if (meaning == Word.Meaning.RANK) {
                            throw lines.problem("rank " + (ranks - 1) + " lacks its line 'end'", "");
                        }
                    } else if (meaning == Word.Meaning.RANK) {
                        int rank = lines.rank(head.ranks());
                        lines.finish();
                        if (rank != ranks) {
                            throw lines.problem(
                                    "expected rank " + ranks + ", found " + rank, "Ranks are in their order");
                        }
                        add(ranks++, reader.nextOffset(), lines.number() + 1);
                        within = true;
                    } else if (meaning == Word.Meaning.NOTE) {
                        notes.add(lines.rest());
                    } else {
                        throw lines.problem(
                                "expected 'rank " + ranks + "'" + (ranks > 0 ? " or 'note'" : ""),
                                "Operations stand between 'rank R' and 'end'");
                    }
                }
                if (within) {
                    throw lines.atEnd(
                            "the file ends within rank " + (ranks - 1) + "; expected a line 'end'", "Is it complete?");
                }
                if (ranks < head.ranks()) {
                    throw lines.atEnd(
                            "the file ends after " + ranks + " ranks, and its head says " + head.ranks(),
                            "Is it complete?");
                }
            }
        }

        private void add(int rank, long offset, long line) {
            begin = Columns.fit(begin, rank);
            end = Columns.fit(end, rank);
            firstLine = Columns.fit(firstLine, rank);
            begin[rank] = offset;
            firstLine[rank] = line;
        }
    }

    NativeHead head() {
        return index.head;
    }

    List<String> notes() {
        return index.notes.build();
    }

    String path() {
        return path.toString();
    }

    /** The number of the first line that {@link #lines} reads. */
    long firstLine(int rank) {
        return index.firstLine[rank];
    }

    /** Opens the lines behind {@code rank R}. */
    LineReader lines(int rank) {
        long before = index.firstLine[rank] - 1;
        return new LineReader(
                new SourceStream(content, index.begin[rank], index.end[rank]),
                RankBuffers.forOperations(index.head.ranks()),
                number -> path + ":" + (before + number));
    }

    @Override
    public void close() {
        scratch.close();
    }
}
