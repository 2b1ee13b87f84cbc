package org.tailback.trace.dumpi;

import com.google.common.base.Ascii;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tailback.error.InputException;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.RecordedFiles;

/**
 * Files of a trace: {@code prefix.meta}, lines of {@code key=value}, and {@code prefix-0000.bin} and so on for the
 * ranks.
 *
 * @param ranks one existing path per rank
 * @param hasMeta true if the number of ranks is from the .meta file, false if it is the number of files
 */
record DumpiFiles(List<Path> ranks, boolean hasMeta) {
    private static final String META = ".meta";
    private static final String FIRST = "-0000.bin";
    private static final int MOST_RANKS = 1 << 24;

    /** Returns whether a path is the .meta file, the file of a rank, or a folder with the first rank's file. */
    static boolean recognises(TraceSample sample) {
        return RecordedFiles.recognises(sample, DumpiFiles::isOne, FIRST);
    }

    private static boolean isOne(TraceSample file) {
        List<String> lines = file.leadingText().lines().toList();
        return DumpiFile.begins(file.leadingBytes())
                || lines.stream().anyMatch(line -> line.startsWith("numprocs="))
                        && lines.stream().anyMatch(line -> line.startsWith("fileprefix="));
    }

    /** Finds the files of a trace by one of its files or by their folder. */
    static DumpiFiles find(Path path) {
        Path named = RecordedFiles.only(path, file -> true, FIRST);
        String name = named.getFileName().toString();
        int dash = name.lastIndexOf('-');
        if (name.endsWith(".bin") && dash > 0) {
            return ofPrefix(named.resolveSibling(name.substring(0, dash)), path);
        }
        if (name.endsWith(META)) {
            return ofMeta(path);
        }
        throw new InputException(path + ": expected prefix.meta, a file such as prefix-0000.bin, or their folder");
    }

    private static DumpiFiles ofPrefix(Path prefix, Path asGiven) {
        Path meta = prefix.resolveSibling(prefix.getFileName() + META);
        if (Files.isRegularFile(meta)) {
            return ofMeta(meta);
        }
        List<Path> files = new ArrayList<>();
        while (Files.isRegularFile(file(prefix, files.size()))) {
            files.add(file(prefix, files.size()));
        }
        if (files.isEmpty()) {
            throw new InputException(asGiven + ": there is no " + file(prefix, 0) + ", the file of the first rank");
        }
        return new DumpiFiles(List.copyOf(files), false);
    }

    private static DumpiFiles ofMeta(Path meta) {
        String ranks = value(meta, "numprocs");
        if (!ranks.matches("[0-9]{1,9}") || Integer.parseInt(ranks) < 1 || Integer.parseInt(ranks) > MOST_RANKS) {
            throw InputException.at(
                    meta.toString(),
                    "expected numprocs=, 1 to " + MOST_RANKS + ", found '" + Ascii.truncate(ranks, 41, "…") + "'",
                    "");
        }
        String name = meta.getFileName().toString();
        Path prefix = meta.resolveSibling(name.substring(0, name.length() - META.length()));
        if (!Files.isRegularFile(file(prefix, 0))) {
            // the .meta file was renamed, but not the files of the ranks
            String last = value(meta, "fileprefix").replaceFirst(".*/", "");
            if (last.matches("[\\w.+@ -]{1,200}") && Files.isRegularFile(file(meta.resolveSibling(last), 0))) {
                prefix = meta.resolveSibling(last);
            }
        }
        List<Path> files = new ArrayList<>();
        for (int rank = 0; rank < Integer.parseInt(ranks); rank++) {
            Path file = file(prefix, rank);
            if (!Files.isRegularFile(file)) {
                throw InputException.at(
                        meta.toString(),
                        "the trace has " + ranks + " ranks, but there is no " + file + ", the file of rank " + rank,
                        "");
            }
            files.add(file);
        }
        return new DumpiFiles(List.copyOf(files), true);
    }

    private static Path file(Path prefix, int rank) {
        return prefix.resolveSibling(String.format(Locale.ROOT, "%s-%04d.bin", prefix.getFileName(), rank));
    }

    /** Returns the value of a key of the .meta file; empty for a missing key. */
    private static String value(Path meta, String key) {
        return TraceSample.of(meta)
                .leadingText()
                .lines()
                .filter(line -> line.startsWith(key + "="))
                .map(line -> line.substring(key.length() + 1).strip())
                .findFirst()
                .orElse("");
    }
}
