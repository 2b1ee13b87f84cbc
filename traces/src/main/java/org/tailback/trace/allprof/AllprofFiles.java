package org.tailback.trace.allprof;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.tailback.trace.FilesByRank;
import org.tailback.trace.TraceSample;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.RankBuffers;

/** Files of a trace, one file per rank. */
record AllprofFiles(List<Path> files) {
    private static final Pattern NAME = Pattern.compile("(.*rank-)(\\d{1,9})((?:\\.[A-Za-z]+)?)(?:\\.gz)?");
    private static final Pattern CALL = Pattern.compile("MPI_[A-Za-z_0-9]+:(?:-|\\d+(?:\\.\\d*)?):.*");

    static boolean recognises(TraceSample sample) {
        if (!sample.isFolder()) {
            return NAME.matcher(sample.path().getFileName().toString()).matches() && beginsLikeOne(sample);
        }
        return sample.names().stream()
                .filter(name -> NAME.matcher(name).matches())
                .findFirst()
                .filter(name -> beginsLikeOne(TraceSample.of(sample.path().resolve(name))))
                .isPresent();
    }

    private static boolean beginsLikeOne(TraceSample sample) {
        return sample.firstLine().filter(line -> CALL.matcher(line).matches()).isPresent();
    }

    /**
     * Finds the files of a trace.
     *
     * @param path folder of the files, or one of the files
     */
    static AllprofFiles locate(Path path) {
        return new AllprofFiles(FilesByRank.of(path, NAME, "…rank-R.txt or …rank-R.dat", 0));
    }

    int ranks() {
        return files.size();
    }

    LineReader lines(int rank) {
        return LineReader.open(files.get(rank), RankBuffers.forRecords(files.size()));
    }
}
