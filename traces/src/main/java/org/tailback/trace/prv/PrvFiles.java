package org.tailback.trace.prv;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tailback.error.InputException;
import org.tailback.trace.TraceSample;

/**
 * The files of a trace.
 *
 * @param records the .prv file, perhaps gzip
 * @param names the .pcf file, if there is one
 */
record PrvFiles(Path records, Optional<Path> names) {
    private static final String SIGNATURE = "#Paraver (";

    static boolean recognises(TraceSample sample) {
        if (!sample.isFolder()) {
            return sample.leadingText().startsWith(SIGNATURE);
        }
        List<String> names = files(sample);
        if (names.isEmpty()) {
            return false;
        }
        TraceSample first = TraceSample.of(sample.path().resolve(names.get(0)));
        return !first.isFolder() && first.leadingText().startsWith(SIGNATURE);
    }

    private static List<String> files(TraceSample folder) {
        return folder.namesEnding(".prv", ".prv.gz");
    }

    static PrvFiles locate(Path path) {
        TraceSample sample = TraceSample.of(path);
        Path records = path;
        if (sample.isFolder()) {
            List<String> names = files(sample);
            if (names.size() != 1) {
                throw new InputException(path + ": "
                        + (names.isEmpty()
                                ? "there is no .prv or .prv.gz file in this folder"
                                : "the folder holds " + names.size() + " traces, " + String.join(", ", names)
                                        + ". Name the one that is meant"));
            }
            records = path.resolve(names.get(0));
        }
        String name = records.getFileName().toString().replaceAll("(\\.prv)?(\\.gz)?$", "");
        Optional<Path> names = Optional.empty();
        for (String suffix : List.of(".pcf", ".pcf.gz")) {
            Path candidate = records.resolveSibling(name + suffix);
            if (names.isEmpty() && Files.isRegularFile(candidate)) {
                names = Optional.of(candidate);
            }
        }
        return new PrvFiles(records, names);
    }
}
