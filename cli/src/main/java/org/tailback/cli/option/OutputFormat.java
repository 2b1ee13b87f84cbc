package org.tailback.cli.option;

import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/** How results are written. */
public enum OutputFormat {
    /** For people. */
    TEXT,
    /** For programs: one object. */
    JSON,
    /** For tables: one row per thing. */
    CSV;

    /**
     * The format of a name.
     *
     * @throws TypeConversionException if there is none
     */
    public static OutputFormat named(String name) {
        for (OutputFormat format : values()) {
            if (format.toString().equals(name)) {
                return format;
            }
        }
        throw new TypeConversionException("expected text, json or csv, found '" + name + "'");
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
