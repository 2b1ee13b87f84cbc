package org.tailback.cli.fit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import org.tailback.fit.measure.DataFile;

/**
 * The date of a data file, for provenance: what the file says of itself in a line {@code # date: …}, or else the day of
 * its last change. A fit of the same file says the same every day.
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
                .orElseGet(() -> lastChange(file));
    }

    private static String lastChange(Path file) {
        try {
            return "data of "
                    + Files.getLastModifiedTime(file)
                            .toInstant()
                            .atZone(ZoneOffset.UTC)
                            .toLocalDate();
        } catch (IOException e) {
            return "data of an unknown day";
        }
    }
}
