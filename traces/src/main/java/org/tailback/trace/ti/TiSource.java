package org.tailback.trace.ti;

import java.nio.file.Path;
import java.util.List;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.RankBuffers;

/** Source of the actions of every rank. Safe for use by several threads. */
interface TiSource {
    int ranks();

    /** Opens the lines with the actions of a rank, in their order; lines of other ranks may be in between. */
    LineReader open(int rank);

    /** Returns the assumptions by which the files were found, as sentences. */
    List<String> notes();

    /**
     * Source with one file per rank, plain or gzip.
     *
     * @param files files of ranks 0, 1, …
     */
    record RankFiles(List<Path> files, List<String> notes) implements TiSource {
        public RankFiles {
            files = List.copyOf(files);
            notes = List.copyOf(notes);
        }

        @Override
        public int ranks() {
            return files.size();
        }

        @Override
        public LineReader open(int rank) {
            return LineReader.open(files.get(rank), RankBuffers.forOperations(files.size()));
        }
    }
}
