package org.tailback.trace.allprof;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.TraceSample;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.RankBuffers;

/** The files of a trace, one per rank. */
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
     * Finds the files.
     *
     * @param path their folder, or one of them
     */
    static AllprofFiles locate(Path path) {
        TraceSample sample = TraceSample.of(path);
        TraceSample folder = sample;
        Matcher named = null;
        if (!sample.isFolder()) {
            named = NAME.matcher(path.getFileName().toString());
            if (!named.matches()) {
                throw new InputException(path + ": expected a name that tells the rank, such as "
                        + "pmpi-trace-rank-0.txt, as the files of the other ranks are looked for beside it");
            }
            Path parent = path.toAbsolutePath().getParent();
            folder = TraceSample.of(parent == null ? path.toAbsolutePath() : parent);
        }
        TreeMap<Integer, Path> byRank = new TreeMap<>();
        Matcher first = named;
        for (String name : folder.names()) {
            Matcher matcher = NAME.matcher(name);
            if (!matcher.matches()) {
                continue;
            }
            if (first == null) {
                first = matcher;
            }
            if (!matcher.group(1).equals(first.group(1)) || !matcher.group(3).equals(first.group(3))) {
                if (named != null) {
                    continue;
                }
                throw new InputException(path + ": the folder seems to hold several traces, with files such as "
                        + first.group() + " and " + name + ". Name a file of the one that is meant");
            }
            Path file = sample.isFolder() ? path.resolve(name) : path.resolveSibling(name);
            Path other = byRank.put(Integer.parseInt(matcher.group(2)), file);
            if (other != null) {
                throw new InputException(path + ": both " + other.getFileName() + " and " + name + " are files of rank "
                        + Integer.parseInt(matcher.group(2)) + ". Keep one of them");
            }
        }
        return new AllprofFiles(complete(path, byRank, first));
    }

    private static List<Path> complete(Path path, TreeMap<Integer, Path> byRank, @Nullable Matcher first) {
        if (first == null) {
            throw new InputException(path + ": there is no file named …rank-R.txt or …rank-R.dat");
        }
        int expected = 0;
        for (Map.Entry<Integer, Path> entry : byRank.entrySet()) {
            if (entry.getKey() != expected) {
                throw new InputException(path + ": the file of rank " + expected + " is missing, " + first.group(1)
                        + expected + first.group(3) + " or the same with .gz, although there is "
                        + entry.getValue().getFileName());
            }
            expected++;
        }
        return List.copyOf(byRank.values());
    }

    int ranks() {
        return files.size();
    }

    LineReader lines(int rank) {
        return LineReader.open(files.get(rank), RankBuffers.forRecords(files.size()));
    }
}
