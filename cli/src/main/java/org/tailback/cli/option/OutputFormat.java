package org.tailback.cli.option;

/** Format of the results. */
public enum OutputFormat {
    TEXT,
    JSON,
    CSV
}
