package org.tailback.trace.ti;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.List;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.RankBuffers;

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
        return LineReader.open(files.get(rank), RankBuffers.forOperations(files.size()));
    }

    @Override
    public List<String> notes() {
        return notes;
    }
}
