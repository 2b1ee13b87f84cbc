package org.tailback.cli.option;

/** Format of the results. */
public enum OutputFormat {
    /** Text for people. */
    TEXT,
    /** JSON for programs: one object. */
    JSON,
    /** CSV: one row per item. */
    CSV
}
