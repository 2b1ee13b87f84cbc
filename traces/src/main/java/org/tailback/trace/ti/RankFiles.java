package org.tailback.trace.ti;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.io.SourceStream;

/** A file per rank, plain or gzip. */
final class RankFiles implements TiSource {
    private final ImmutableList<Path> files;
    private final ImmutableList<String> notes;

    /** @param files the files of ranks 0, 1, … */
    RankFiles(List<Path> files, List<String> notes) {
        this.files = ImmutableList.copyOf(files);
        this.notes = ImmutableList.copyOf(notes);
    }

    @Override
    public int ranks() {
        return files.size();
    }

    @Override
    public LineReader open(int rank) {
        Path file = files.get(rank);
        return new LineReader(
                content(file), RankBuffers.forOperations(files.size()), lineNumber -> file + ":" + lineNumber);
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    /** A file's content, decompressed where needed. */
    static InputStream content(Path file) {
        try {
            return SourceStream.decompressed(new FileSource(file));
        } catch (IOException e) {
            throw new InputException(file + ": cannot be read (" + e + "). Is the file complete and undamaged?", e);
        }
    }
}
