package org.tailback.cli.measure;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The date of a measurement. */
final class Now {
    private Now() {}

    static String words() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
