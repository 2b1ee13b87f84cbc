package org.tailback.cli.fit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;

/** The day of a data file, for provenance: a fit of the same file says the same every day. */
final class DataDate {
    private DataDate() {}

    static String of(Path file) {
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
