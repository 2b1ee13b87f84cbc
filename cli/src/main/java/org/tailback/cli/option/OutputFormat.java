package org.tailback.cli.option;

/** How results are written. */
public enum OutputFormat {
    /** For people. */
    TEXT,
    /** For programs: one object. */
    JSON,
    /** For tables: one row per thing. */
    CSV
}
