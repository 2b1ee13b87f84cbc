package org.tailback.cli.fit;

import java.nio.file.Path;
import org.tailback.fit.measure.DataFile;

/**
 * The date of a data file, for provenance: what the file says of itself in a line {@code # date: …}. The time of its
 * last change is none, as a copy or a checkout sets it.
 */
final class DataDate {
    private static final String KEY = "# date:";

    private DataDate() {}

    static String of(Path file) {
        return DataFile.text(file)
                .lines()
                .takeWhile(line -> line.startsWith("#"))
                .filter(line -> line.startsWith(KEY))
                .findFirst()
                .map(line -> "measured " + line.substring(KEY.length()).strip())
                .orElse("of data without a date");
    }
}
