package org.tailback.trace.prv;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.RecordedFiles;

/**
 * Files of a trace.
 *
 * @param records the .prv file, plain or gzip
 * @param names the .pcf file, if it exists
 */
record PrvFiles(Path records, Optional<Path> names) {
    private static final String[] ENDINGS = {".prv", ".prv.gz"};

    static boolean recognises(TraceSample sample) {
        return RecordedFiles.recognises(sample, file -> file.leadingText().startsWith("#Paraver ("), ENDINGS);
    }

    static PrvFiles locate(Path path) {
        Path records = RecordedFiles.only(path, file -> true, ENDINGS);
        String name = records.getFileName().toString().replaceAll("(\\.prv)?(\\.gz)?$", "");
        Optional<Path> names = Stream.of(".pcf", ".pcf.gz")
                .map(ending -> records.resolveSibling(name + ending))
                .filter(Files::isRegularFile)
                .findFirst();
        return new PrvFiles(records, names);
    }
}
