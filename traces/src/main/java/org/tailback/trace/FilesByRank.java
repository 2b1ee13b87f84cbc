package org.tailback.trace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/** Search for the files of a trace with one file per rank. The file names contain the rank. */
@Internal
public final class FilesByRank {
    private FilesByRank() {}

    /**
     * Returns the files of ranks 0, 1, … in this order.
     *
     * @param path folder of the files if the folder contains one trace only, or one of the files
     * @param pattern pattern of the file names, with three groups: the text before the rank, the rank, and the text
     *     after the rank; files of a trace differ only in the rank, and in {@code .gz} after all groups
     * @param example example of a name, for error messages
     * @param firstNumber number of rank 0 in the names
     * @throws InputException if there are no files, files of several traces, two files of the same rank, or a missing
     *     rank
     */
    public static List<Path> of(Path path, Pattern pattern, String example, int firstNumber) {
        boolean isFolder = Files.isDirectory(path);
        Matcher first = isFolder ? null : pattern.matcher(String.valueOf(path.getFileName()));
        if (first != null && !first.matches()) {
            throw new InputException(path + ": expected a name that contains the rank, such as " + example
                    + "; the files of the other ranks are in the same folder");
        }
        TreeMap<Integer, Path> found = new TreeMap<>();
        Path folder = isFolder ? path : path.toAbsolutePath().resolveSibling("");
        for (String name : TraceSample.of(folder).names()) {
            Matcher matcher = pattern.matcher(name);
            if (!matcher.matches()) {
                continue;
            }
            first = first == null ? matcher : first;
            if (!matcher.group(1).equals(first.group(1)) || !matcher.group(3).equals(first.group(3))) {
                if (!isFolder) {
                    continue;
                }
                throw new InputException(path + ": the folder holds several traces, with files such as " + first.group()
                        + " and " + name + ". Give a file of one of the traces");
            }
            int rank = Integer.parseInt(matcher.group(2)) - firstNumber;
            Path other = found.put(rank, isFolder ? path.resolve(name) : path.resolveSibling(name));
            if (other != null) {
                throw new InputException(path + ": both " + other.getFileName() + " and " + name + " are files of rank "
                        + rank + ". Keep one of them");
            }
        }
        return complete(path, found, first, example, firstNumber);
    }

    private static List<Path> complete(
            Path path, TreeMap<Integer, Path> found, @Nullable Matcher first, String example, int firstNumber) {
        if (first == null) {
            throw new InputException(path + ": there is no file named " + example);
        }
        int expected = 0;
        for (Map.Entry<Integer, Path> entry : found.entrySet()) {
            if (entry.getKey() != expected) {
                throw new InputException(path + ": the file of rank " + expected + " is missing, "
                        + (first.start(1) > 0 ? "…" : "") + first.group(1) + (expected + firstNumber) + first.group(3)
                        + " or the same with .gz, although there is "
                        + entry.getValue().getFileName());
            }
            expected++;
        }
        return List.copyOf(found.values());
    }
}
