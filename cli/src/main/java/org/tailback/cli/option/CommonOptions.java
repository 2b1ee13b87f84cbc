package org.tailback.cli.option;

import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What every command understands, before or after its name. */
public final class CommonOptions {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            scope = ScopeType.INHERIT,
            description = "text, json or csv (default: text)")
    private OutputFormat format = OutputFormat.TEXT;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            scope = ScopeType.INHERIT,
            description = "seed of everything random (default: 1)")
    private long seed = 1;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "tell more on standard error")
    private boolean verbose;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "show this text")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            scope = ScopeType.INHERIT,
            description = "show the version")
    private boolean version;

    /** How results are written. */
    public OutputFormat format() {
        return format;
    }

    /** The seed of everything random. */
    public long seed() {
        return seed;
    }

    /** True if the user wants to be told more. */
    public boolean verbose() {
        return verbose;
    }
}
