package org.tailback.trace.nativeformat;

import com.google.common.collect.ImmutableList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.RankBuffers;

/** A file per rank, plain or gzip, beside a file with the head. */
final class NativeTextFolder implements NativeTrace.Source {
    static final String HEAD = "head.tailback";

    private final Path folder;
    private final NativeHead head;
    private final ImmutableList<String> notes;

    private NativeTextFolder(Path folder, NativeHead head, List<String> notes) {
        this.folder = folder;
        this.head = head;
        this.notes = ImmutableList.copyOf(notes);
    }

    static NativeTextFolder open(Path folder) {
        Path file = folder.resolve(HEAD);
        if (!Files.isRegularFile(file)) {
            throw new InputException(folder + ": expected a file " + HEAD + " in this folder, found none");
        }
        ImmutableList.Builder<String> notes = ImmutableList.builder();
        NativeHead head;
        try (LineReader reader = LineReader.open(file, 1 << 12)) {
            NativeLine lines = new NativeLine(reader, file.toString(), 1);
            boolean[] more = {false};
            head = NativeHead.read(lines, more);
            for (boolean here = more[0]; here; here = lines.next()) {
                Word word = lines.peekWord();
                if (word == null || word.meaning() != Word.Meaning.NOTE) {
                    throw lines.problem(
                            "expected 'note' or the end of the file", "The ranks are in files of their own");
                }
                notes.add(lines.rest());
            }
        }
        for (int rank = 0; rank < head.ranks(); rank++) {
            if (!Files.isRegularFile(rankFile(folder, rank))) {
                throw new InputException(folder + ": the file of rank " + rank + " is missing, " + name(rank)
                        + " or the same with .gz; the head says " + head.ranks() + " ranks");
            }
        }
        return new NativeTextFolder(folder, head, notes.build());
    }

    static String name(int rank) {
        return "rank-" + rank + ".tailback";
    }

    private static Path rankFile(Path folder, int rank) {
        Path plain = folder.resolve(name(rank));
        return Files.isRegularFile(plain) ? plain : folder.resolve(name(rank) + ".gz");
    }

    @Override
    public NativeHead head() {
        return head;
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public String file(int rank) {
        return rankFile(folder, rank).toString();
    }

    @Override
    public long firstLine(int rank) {
        return 1;
    }

    @Override
    public LineReader lines(int rank) {
        Path file = rankFile(folder, rank);
        LineReader reader = LineReader.open(file, RankBuffers.forOperations(head.ranks()));
        NativeLine lines = new NativeLine(reader, file.toString(), 1);
        try {
            NativeHead.readVersion(lines);
            if (!lines.next() || !lines.isFirst("rank")) {
                throw lines.atEnd("expected a line 'rank " + rank + "'", "");
            }
            if (lines.rank(head.ranks()) != rank) {
                throw lines.problem("expected rank " + rank, "");
            }
            lines.finish();
            return reader;
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
    }
}
