package org.tailback.trace.mpi;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.tailback.error.InputException;
import org.tailback.trace.TraceSample;

/** Search for the main file of a trace, which may be given by its folder. */
public final class RecordedFiles {
    private RecordedFiles() {}

    /** Returns whether a file, or a file with one of the name endings in a folder, has the format. */
    public static boolean recognises(TraceSample sample, Predicate<TraceSample> file, String... endings) {
        return sample.isFolder() ? !in(sample, file, endings).isEmpty() : file.test(sample);
    }

    private static List<String> in(TraceSample folder, Predicate<TraceSample> file, String... endings) {
        return folder.namesEnding(endings).stream()
                .filter(name -> {
                    TraceSample found = TraceSample.of(folder.path().resolve(name));
                    return !found.isFolder() && file.test(found);
                })
                .toList();
    }

    /**
     * Returns a path that is a file, or the only file of the format in a folder.
     *
     * @throws InputException if the folder has no such file, or several such files
     */
    public static Path only(Path path, Predicate<TraceSample> file, String... endings) {
        TraceSample sample = TraceSample.of(path);
        if (!sample.isFolder()) {
            return path;
        }
        List<String> names = in(sample, file, endings);
        if (names.size() != 1) {
            throw new InputException(path + ": "
                    + (names.isEmpty()
                            ? "there is no " + String.join(" or ", endings) + " file in the folder"
                            : "the folder holds " + names.size() + " traces, " + String.join(", ", names)
                                    + ". Name one of them"));
        }
        return path.resolve(names.get(0));
    }
}
