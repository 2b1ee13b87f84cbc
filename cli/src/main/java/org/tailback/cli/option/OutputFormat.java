package org.tailback.cli.option;

import java.util.Locale;

/** How results are written. */
public enum OutputFormat {
    /** For people. */
    TEXT,
    /** For programs: one object. */
    JSON,
    /** For tables: one row per thing. */
    CSV;

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
